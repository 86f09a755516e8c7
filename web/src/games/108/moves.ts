import type { Lying } from './position';

/** An action as its text says it. */
export type Move =
  | { verb: 'stack'; stack: number }
  | { verb: 'black'; square: string }
  | { verb: 'place'; number: number; square: string }
  | { verb: 'move'; from: string; square: string }
  | { verb: 'take'; from: string }
  | { verb: 'remove'; square: string }
  | { verb: 'pass' | 'warn' | 'punish' | 'silent' };

const SQUARE = '([a-i][1-9])';
const STACK = /^s([1-3])$/;
const BLACK = new RegExp(`^#${SQUARE}$`);
const PLACE = new RegExp(`^([1-9])@${SQUARE}$`);
const MOVE = new RegExp(`^${SQUARE}-${SQUARE}$`);
const TAKE = new RegExp(`^${SQUARE}x$`);
const REMOVE = new RegExp(`^remove ${SQUARE}$`);

export const PASS = '-';

export function readMove(text: string): Move | null {
  if (text === PASS) return { verb: 'pass' };
  if (text === 'warn' || text === 'punish' || text === 'silent') return { verb: text };
  let match = PLACE.exec(text);
  if (match) return { verb: 'place', number: Number(match[1]), square: match[2] ?? '' };
  match = MOVE.exec(text);
  if (match) return { verb: 'move', from: match[1] ?? '', square: match[2] ?? '' };
  match = TAKE.exec(text);
  if (match) return { verb: 'take', from: match[1] ?? '' };
  match = BLACK.exec(text);
  if (match) return { verb: 'black', square: match[1] ?? '' };
  match = REMOVE.exec(text);
  if (match) return { verb: 'remove', square: match[1] ?? '' };
  match = STACK.exec(text);
  return match && { verb: 'stack', stack: Number(match[1]) };
}

export const placing = (number: number, square: string) => `${number}@${square}`;
export const moving = (from: string, square: string) => `${from}-${square}`;
export const taking = (from: string) => `${from}x`;
export const blackening = (square: string) => `#${square}`;
export const removing = (square: string) => `remove ${square}`;

/** The board as it would lie after an action. */
export function boardAfter(board: Lying, move: Move | null, revealed: number | null): Lying {
  switch (move?.verb) {
    case 'place':
      return { ...board, [move.square]: move.number };
    case 'black':
      return revealed === null ? board : { ...board, [move.square]: revealed };
    case 'move': {
      const { [move.from]: number, ...rest } = board;
      return number === undefined ? board : { ...rest, [move.square]: number };
    }
    case 'take': {
      const { [move.from]: _, ...rest } = board;
      return rest;
    }
    case 'remove': {
      const { [move.square]: _, ...rest } = board;
      return rest;
    }
    default:
      return board;
  }
}
