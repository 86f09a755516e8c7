import type { Action } from '../../lib/protocol';
import { type Placement, type Tile, tileOf } from './display';
import { shapeOf, turnsOf } from './shapes';

/** How far (in cells) a pointer may be off a legal place and still get it. */
const SNAP = 0.85;

/** Legal actions in an order that the keys can step through: by level, from the highest, then row by row. */
export function inOrder(actions: readonly Action[]): Action[] {
  return actions.toSorted((a, b) => {
    const [one, two] = [tileOf(a), tileOf(b)];
    return two.level - one.level || one.turn - two.turn || one.y - two.y || one.x - two.x;
  });
}

/** The legal places of a number in one orientation. */
export function placesOf(actions: readonly Action[], number: number, turn: number): Action[] {
  return actions.filter(({ part }) => part.number === number && part.turn === turn % turnsOf(number));
}

/** The point that a tile is held by: the middle of its bounding box. */
export function middleOf({ number, turn, x, y }: Placement): { x: number; y: number } {
  const { width, height } = shapeOf(number, turn);
  return { x: x + width / 2, y: y + height / 2 };
}

/** The ghost under a pointer that holds the tile by its middle; a legal place close by attracts it. */
export function ghostAt(
  pointer: { x: number; y: number },
  number: number,
  turn: number,
  places: readonly Action[],
): Placement {
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

/** A place to start from: next to what lies there already, the highest level first. */
export function firstGhost(actions: readonly Action[], tiles: readonly Tile[], number: number): Placement {
  const action = inOrder(actions).find(({ part }) => part.number === number);
  if (action) {
    const { turn, x, y } = tileOf(action);
    return { number, turn, x, y };
  }
  const last = tiles.at(-1);
  return { number, turn: 0, x: last?.x ?? 0, y: last?.y ?? 0 };
}
