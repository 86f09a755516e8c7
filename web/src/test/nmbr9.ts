import type { Tile } from '../games/nmbr9/display';
import type { Action } from '../lib/protocol';

/** A legal NMBR 9 action as it comes over the wire. */
export function place(
  text: string,
  number: number,
  turn: number,
  x: number,
  y: number,
  level: number,
): Action {
  return { text, part: { number, turn, x, y, level } };
}

export function tile(number: number, turn: number, x: number, y: number, level: number): Tile {
  return { number, turn, x, y, level };
}
