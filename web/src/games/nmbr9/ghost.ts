import type { Action } from '../../lib/protocol';
import { type Placement, type Tile, tileOf } from './display';
import { shapeOf, turnsOf } from './shapes';

interface Point {
  x: number;
  y: number;
}

/** How far (in cells) a pointer may be off a legal place and still get it. */
const SNAP = 0.85;

/** Legal actions in an order that the keys can step through: from the highest level down, each level once around. */
export function inOrder(actions: readonly Action[]): Action[] {
  const tiles = actions.map((action) => ({
    action,
    level: tileOf(action).level,
    middle: middleOf(tileOf(action)),
  }));
  const centre = meanOf(tiles.map(({ middle }) => middle));
  const angle = ({ x, y }: Point) => Math.atan2(y - centre.y, x - centre.x);
  return tiles
    .toSorted((a, b) => b.level - a.level || angle(a.middle) - angle(b.middle))
    .map(({ action }) => action);
}

function meanOf(points: readonly Point[]): Point {
  const sum = points.reduce((a, b) => ({ x: a.x + b.x, y: a.y + b.y }), { x: 0, y: 0 });
  return { x: sum.x / points.length, y: sum.y / points.length };
}

/** The legal places of a number in one orientation. */
export function placesOf(actions: readonly Action[], number: number, turn: number): Action[] {
  return actions.filter(({ part }) => part.number === number && part.turn === turn % turnsOf(number));
}

/** The point that a tile is held by: the middle of its bounding box. */
export function middleOf({ number, turn, x, y }: Placement): Point {
  const { width, height } = shapeOf(number, turn);
  return { x: x + width / 2, y: y + height / 2 };
}

/** The ghost under a pointer that holds the tile by its middle; a legal place close by attracts it. */
export function ghostAt(pointer: Point, number: number, turn: number, places: readonly Action[]): Placement {
  const { width, height } = shapeOf(number, turn);
  const free = {
    number,
    turn,
    x: Math.round(pointer.x - width / 2),
    y: Math.round(pointer.y - height / 2),
  };
  let best: Placement = free;
  let nearest = SNAP;
  for (const action of places) {
    const tile = tileOf(action);
    const middle = middleOf(tile);
    const away = Math.hypot(middle.x - pointer.x, middle.y - pointer.y);
    if (away < nearest) {
      nearest = away;
      best = { number, turn, x: tile.x, y: tile.y };
    }
  }
  return best;
}

/** The ghost turned by quarter turns about a grid point in its middle, so that turning back undoes it. */
export function turned(ghost: Placement, quarters: number): Placement {
  const { number, x, y } = ghost;
  const turn = (ghost.turn + quarters + 4) % 4;
  const before = shapeOf(number, ghost.turn);
  const after = shapeOf(number, turn);
  return {
    number,
    turn,
    x: x + Math.floor(before.width / 2) - Math.floor(after.width / 2),
    y: y + Math.floor(before.height / 2) - Math.floor(after.height / 2),
  };
}

/** The legal action that lays the ghost where it is, if there is one. */
export function actionFor(actions: readonly Action[], ghost: Placement): Action | undefined {
  const turn = ghost.turn % turnsOf(ghost.number);
  return actions.find(
    ({ part }) =>
      part.number === ghost.number && part.turn === turn && part.x === ghost.x && part.y === ghost.y,
  );
}

/** A place to start from: on the highest level that there is, and there as near to the middle of all as can be. */
export function firstGhost(actions: readonly Action[], number: number): Placement | null {
  const tiles = actions.map(tileOf).filter((tile) => tile.number === number);
  const highest = Math.max(...tiles.map(({ level }) => level));
  const candidates = tiles.filter(({ level }) => level === highest);
  const centre = meanOf(tiles.map(middleOf));
  const away = (tile: Tile) => {
    const { x, y } = middleOf(tile);
    return Math.hypot(x - centre.x, y - centre.y);
  };
  const best = candidates.reduce<Tile | null>((a, b) => (a === null || away(b) < away(a) ? b : a), null);
  return best && { number, turn: best.turn, x: best.x, y: best.y };
}
