import { cellsOf, type Placement, type Tile } from './display';
import { shapeOf } from './shapes';

export type Side = 'left' | 'right' | 'above' | 'below';

/** What tells a place on a display: the numbers under the tile or, on the table, those beside it. */
export interface Surroundings {
  on: number[];
  beside: { side: Side; number: number }[];
}

/** What a tile is laid on, or beside where it lies on the table. */
export function surroundings(tile: Tile, tiles: readonly Tile[]): Surroundings {
  const near = (reach: number) => tiles.filter((other) => distance(tile, other) <= reach);
  if (tile.level > 0) {
    const on = near(0).filter(({ level }) => level === tile.level - 1);
    return { on: on.map(({ number }) => number), beside: [] };
  }
  const beside = near(1).filter(({ level }) => level === 0);
  return { on: [], beside: beside.map((other) => ({ side: sideOf(tile, other), number: other.number })) };
}

/** How far the nearest cells of two tiles are from each other, in steps. */
function distance(one: Placement, other: Placement): number {
  const cells = cellsOf(other);
  return Math.min(
    ...cellsOf(one).flatMap((a) => cells.map((b) => Math.abs(a.x - b.x) + Math.abs(a.y - b.y))),
  );
}

/** On which side of another tile a tile lies, by their middles. */
function sideOf(tile: Placement, other: Placement): Side {
  const [dx, dy] = [middle(tile).x - middle(other).x, middle(tile).y - middle(other).y];
  if (Math.abs(dx) >= Math.abs(dy)) return dx < 0 ? 'left' : 'right';
  return dy < 0 ? 'above' : 'below';
}

function middle({ number, turn, x, y }: Placement): { x: number; y: number } {
  const { width, height } = shapeOf(number, turn);
  return { x: x + width / 2, y: y + height / 2 };
}
