import type { RuleSection } from '../../game';

export const rules: readonly RuleSection[] = [
  {
    heading: 'The aim',
    items: [
      {
        clauses: ['S1'],
        text: 'Everybody builds a display of their own from the same tiles. At the end each tile counts its number times its level: a 7 on the table counts nothing, on level 1 it counts 7, on level 2 it counts 14.',
      },
      {
        clauses: ['S2'],
        text: 'The highest total wins; who shares the highest total shares the win. Alone, you play for the points.',
      },
    ],
  },
  {
    heading: 'The tiles',
    items: [
      {
        clauses: ['K1'],
        text: 'There is a shape for each number from 0 to 9. A tile may be turned by quarter turns, but never flipped over.',
        picture: 'tiles',
      },
      { clauses: ['K2'], text: 'Twenty cards, two of each number, say which tile comes next.' },
    ],
  },
  {
    heading: 'How it goes',
    items: [
      {
        clauses: ['C1'],
        text: 'A card is turned up and everybody lays that tile, in any order. When all have done so the next card is turned. All displays are open to all.',
      },
      { clauses: ['C2'], text: 'A tile that lies stays where it is.' },
      { clauses: ['C3'], text: 'After the last card the displays are counted.' },
    ],
  },
  {
    heading: 'Where a tile may go',
    items: [
      {
        clauses: ['P1', 'P2', 'P6'],
        text: 'Tiles follow the grid. What lies on the table is on level 0, what lies on level 0 is on level 1, and so on. All cells of a tile lie equally high, and no cell is shared.',
      },
      {
        clauses: ['P3'],
        text: 'A tile touches another tile of its own level along an edge. Only the first one on a level is free of this.',
        picture: 'beside',
      },
      {
        clauses: ['P3'],
        text: 'A tile that stands alone beside others on its level is not allowed.',
        picture: 'apart',
      },
      {
        clauses: ['P4', 'P5'],
        text: 'Above the table every cell of a tile rests on the level below, and the tile rests on at least two different tiles. Here a 0 lies on two 1s.',
        picture: 'bridge',
      },
      { clauses: ['P4'], text: 'No cell may hang over a gap, and the hole of a 0 is a gap.', picture: 'gap' },
      { clauses: ['P5'], text: 'Lying on a single tile is not enough.', picture: 'single' },
      { clauses: ['P7'], text: 'A display may grow to 60 cells in width and in height.' },
    ],
  },
  {
    heading: 'Other ways to play',
    items: [
      {
        clauses: ['V1'],
        text: 'The cards may all be open from the start, or each player may choose which of the numbers left to lay next. Fewer numbers, copies or cards make a shorter game.',
      },
    ],
  },
];
