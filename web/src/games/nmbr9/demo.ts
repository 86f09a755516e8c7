import type { Tile } from './display';

/** The display of a game that a simple player played, in the order laid: 82 points. */
const LAID = [
  [8, 0, 0, 0, 0],
  [0, 0, 0, -4, 0],
  [1, 0, 0, -1, 1],
  [2, 0, 2, 0, 0],
  [8, 0, 3, -4, 0],
  [9, 0, 2, -1, 1],
  [6, 0, 1, -1, 2],
  [0, 1, 0, 4, 0],
  [2, 2, 4, 2, 0],
  [5, 0, 1, 3, 1],
  [4, 2, 4, 2, 1],
  [6, 0, 5, -2, 0],
  [7, 2, 6, -4, 0],
  [7, 2, 4, -2, 1],
  [5, 1, 2, -4, 1],
  [3, 0, 3, 0, 2],
  [9, 2, 3, -4, 2],
  [1, 0, 4, -3, 3],
  [4, 0, 2, 0, 3],
  [3, 0, 7, 2, 0],
] as const;

export const demoTiles: readonly Tile[] = LAID.map(([number, turn, x, y, level]) => ({
  number,
  turn,
  x,
  y,
  level,
}));
