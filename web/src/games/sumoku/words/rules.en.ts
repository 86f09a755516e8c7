import type { RuleSection } from '../../game';

export const rules: readonly RuleSection[] = [
  {
    heading: 'The aim',
    items: [
      {
        clauses: ['C1', 'E4'],
        text: 'Lay number tiles as in a crossword. Each line that you make or add to counts its sum; the highest score wins, and who shares it shares the win.',
      },
    ],
  },
  {
    heading: 'The tiles',
    items: [
      {
        clauses: ['K1', 'K3'],
        text: 'There are 96 tiles: the numbers 1 to 8 in six colours, each twice. A letter says the colour: R, O, Y, G, B, P for red, orange, yellow, green, blue, purple.',
        picture: 'colours',
      },
      {
        clauses: ['P5'],
        text: 'A 6 may be laid upside down as a 9, and then is a 9 in both its lines for good. In the stock and in the count at the end it is a 6.',
        picture: 'nine',
      },
    ],
  },
  {
    heading: 'Before the first play',
    items: [
      { clauses: ['S1'], text: 'Each seat draws eight tiles, open for all to see.' },
      {
        clauses: ['S2', 'K2'],
        text: 'The seat with the smallest total (of several the first) rolls the die, 3, 4 or 5, and begins. The number rolled is the key of the whole game, unless you chose it when you set the game up.',
      },
    ],
  },
  {
    heading: 'A play',
    items: [
      {
        clauses: ['P1', 'P3'],
        text: 'The first play lays two to six tiles in a row. Every later play touches what lies there.',
      },
      {
        clauses: ['P2'],
        text: 'The tiles of a play lie in one row or one column without a gap between them; tiles that lay there before may fill it.',
        picture: 'through',
      },
      {
        clauses: ['P4'],
        text: 'Then every line that holds a new tile, across or down, sums to a multiple of the key. Here the key is 5.',
        picture: 'cross',
      },
      {
        clauses: ['P4'],
        text: 'No colour may stand twice in a line, so that six tiles are the most.',
        picture: 'twice',
      },
      {
        clauses: ['P6'],
        text: 'Lay your tiles in any order and take them back until you confirm. They are then told from left to right or from top to bottom, one by one, and stay.',
      },
    ],
  },
  {
    heading: 'What it scores',
    items: [
      {
        clauses: ['C1'],
        text: 'Each line with a new tile scores its whole sum, the tiles that lay there included. Here the row grows to 15 and the new column makes 15: 30 points.',
        picture: 'score',
      },
      {
        clauses: ['C2'],
        text: 'Whoever makes a line of six plays once more before drawing, and perhaps again. If there is no play, pass.',
        picture: 'six',
      },
      { clauses: ['C3'], text: 'Then the seat draws up to eight tiles again, as long as the bag has some.' },
    ],
  },
  {
    heading: 'The end',
    items: [
      { clauses: ['E1'], text: 'Whoever can play must play; only who cannot passes.' },
      { clauses: ['E2'], text: 'The game ends when all seats in turn have passed.' },
      { clauses: ['E3'], text: 'Each seat then loses the sum of the tiles left in its stock.' },
    ],
  },
];
