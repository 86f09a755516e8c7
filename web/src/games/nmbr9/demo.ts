import type { Tile } from './display';

/** A display of a real game, in the order laid. */
export const demoTiles: readonly Tile[] = [
  { number: 1, turn: 0, x: 0, y: 0, level: 0 },
  { number: 1, turn: 2, x: -1, y: 0, level: 0 },
  { number: 0, turn: 0, x: -1, y: 0, level: 1 },
];
