import type { Tile } from './display';
import { shapeOf } from './shapes';

interface Picture {
  tiles: Tile[];
  /** A tile that may go there. */
  right?: Tile;
  /** A tile that may not. */
  wrong?: Tile;
}

const tile = (number: number, turn: number, x: number, y: number, level = 0): Tile => ({
  number,
  turn,
  x,
  y,
  level,
});

/** All ten tiles in two rows. */
function allTiles(): Tile[] {
  let x = 0;
  return Array.from({ length: 10 }, (_, number) => {
    if (number === 5) x = 0;
    const placed = tile(number, 0, x, number < 5 ? 0 : 5);
    x += shapeOf(number, 0).width + 1;
    return placed;
  });
}

/** What the rules show, by the names that the texts use. */
export const pictures: Readonly<Record<string, Picture>> = {
  tiles: { tiles: allTiles() },
  beside: { tiles: [tile(4, 0, 0, 0)], right: tile(6, 0, 3, 0) },
  apart: { tiles: [tile(4, 0, 0, 0)], wrong: tile(2, 0, 4, 0) },
  bridge: { tiles: [tile(1, 0, 0, 0), tile(1, 2, -1, 0)], right: tile(0, 0, -1, 0, 1) },
  gap: { tiles: [tile(0, 0, 0, 0), tile(0, 0, 3, 0)], wrong: tile(7, 0, 1, 0, 1) },
  single: { tiles: [tile(9, 0, 0, 0), tile(4, 0, 3, 0)], wrong: tile(1, 0, 0, 0, 1) },
};
