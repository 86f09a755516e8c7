import type { Action, Position } from '../../lib/protocol';
import { type Cell, shapeOf, turnsOf } from './shapes';

/** A tile on a display, as in the position form of the rules. */
export interface Tile {
  number: number;
  turn: number;
  x: number;
  y: number;
  level: number;
}

export interface Nmbr9Position extends Position {
  turned: number[];
  /** One list for all, or one a seat with `draft=free`. */
  left: number[] | number[][];
  displays: Tile[][];
  scores: number[];
}

/** Where a tile is meant to go; its level is a matter of what lies there. */
export type Placement = Omit<Tile, 'level'>;

export function cellsOf({ number, turn, x, y }: Placement): Cell[] {
  return shapeOf(number, turn).cells.map((cell) => ({ x: cell.x + x, y: cell.y + y }));
}

const name = ({ x, y }: Cell) => `${x},${y}`;

/** What lies on top of every covered cell. */
export function topTiles(tiles: readonly Tile[]): Map<string, Tile> {
  const top = new Map<string, Tile>();
  for (const tile of tiles) {
    for (const cell of cellsOf(tile)) {
      const there = top.get(name(cell));
      if (!there || there.level < tile.level) top.set(name(cell), tile);
    }
  }
  return top;
}

export function tileAt(top: ReadonlyMap<string, Tile>, cell: Cell): Tile | null {
  return top.get(name(cell)) ?? null;
}

/** The level a tile would lie on, were it laid there: one above the highest thing under it. */
export function previewLevel(top: ReadonlyMap<string, Tile>, placement: Placement): number {
  let level = 0;
  for (const cell of cellsOf(placement)) level = Math.max(level, (tileAt(top, cell)?.level ?? -1) + 1);
  return level;
}

/** The cells of a tile that nothing covers. */
export function visibleCells(top: ReadonlyMap<string, Tile>, tile: Tile): Cell[] {
  return cellsOf(tile).filter((cell) => tileAt(top, cell) === tile);
}

export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** The smallest box around a display with `margin` cells to each side, but never smaller than `least` cells. */
export function boxAround(tiles: readonly Tile[], margin: number, least: number): Box {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const tile of tiles) {
    const { width, height } = shapeOf(tile.number, tile.turn);
    left = Math.min(left, tile.x);
    top = Math.min(top, tile.y);
    right = Math.max(right, tile.x + width);
    bottom = Math.max(bottom, tile.y + height);
  }
  if (tiles.length === 0) [left, top, right, bottom] = [0, 0, 3, 4];
  const grow = (size: number) => Math.max(size + 2 * margin, least);
  const [width, height] = [grow(right - left), grow(bottom - top)];
  return {
    left: (left + right - width) / 2,
    top: (top + bottom - height) / 2,
    width,
    height,
  };
}

/** Points by level, from 0 up to the highest level of the display (NMBR9-S1). */
export function pointsByLevel(tiles: readonly Tile[]): number[] {
  const points: number[] = [];
  for (const { number, level } of tiles) {
    while (points.length <= level) points.push(0);
    points[level] = (points[level] ?? 0) + number * level;
  }
  return points;
}

/** The numbers of the seat's next cards as far as they are open, the one to lay first. */
export function comingNumbers(position: Nmbr9Position, seat: number): number[] {
  return position.turned.slice(position.displays[seat]?.length ?? 0);
}

/** How many of each number are left for the seat to come. */
export function leftFor(position: Nmbr9Position, seat: number): number[] {
  const left = position.left;
  return (Array.isArray(left[0]) ? left[seat] : left) as number[];
}

/** A legal action as the tile that it lays. */
export function tileOf(action: Action): Tile {
  const { number, turn, x, y, level } = action.part;
  return { number, turn, x, y, level } as unknown as Tile;
}

/** The text of a placement (NMBR9, text of actions). */
export function textOf(placement: Placement, withNumber: boolean): string {
  const { number, turn, x, y } = placement;
  return `${withNumber ? number : ''}r${turn % turnsOf(number)}@${x},${y}`;
}

const TEXT = /^([0-9])?r([0-3])@(-?\d+),(-?\d+)$/i;

/** A placement from its text; `number` is what the text leaves open unless the seat chooses freely. */
export function readPlacement(text: string, number: number): Placement | null {
  const match = TEXT.exec(text);
  if (!match) return null;
  const [, own, turn, x, y] = match;
  return { number: own === undefined ? number : Number(own), turn: Number(turn), x: Number(x), y: Number(y) };
}
