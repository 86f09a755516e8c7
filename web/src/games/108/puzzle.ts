import type { Lying } from './position';
import { HOMES, inLine, LINES, NUMBERS, ownerOf, SQUARES, type Square, squareNamed } from './squares';

/** Two squares that keep a home from being solved as they lie, and the number that stands on both. */
export interface Clash {
  readonly a: string;
  readonly b: string;
  readonly number: number;
}

const BLACKS = SQUARES.filter(({ kind }) => kind === 'black');
const WHITES = SQUARES.filter(({ kind }) => kind === 'white');

/** The black squares that speak to a square: those of its row and column, if it is a coloured one (W1). */
function blacksOf(square: Square): readonly Square[] {
  return ownerOf(square) === null ? [] : BLACKS.filter((black) => inLine(black, square));
}

/** The other squares of the home's lines that hold this one. */
function mates(seat: number, square: Square): Square[] {
  const lines = (LINES[seat] ?? []).filter((line) => line.includes(square));
  return [...new Set(lines.flat())].filter((other) => other !== square);
}

/** What stands against a number on a square of a seat's home: each square that holds it where it may not repeat. */
export function against(board: Lying, seat: number, square: Square, number: number): Square[] {
  const white =
    square.kind === 'white' ? WHITES.filter((other) => other !== square && inLine(other, square)) : [];
  return [...new Set([...mates(seat, square), ...blacksOf(square), ...white])].filter(
    ({ name }) => board[name] === number,
  );
}

/** All clashes within a home, each once. */
export function clashesOf(board: Lying, seat: number): Clash[] {
  const found: Clash[] = [];
  for (const square of HOMES[seat] ?? []) {
    const number = board[square.name];
    if (number === undefined) continue;
    for (const other of against(board, seat, square, number)) {
      if (!found.some(({ a, b }) => a === other.name && b === square.name)) {
        found.push({ a: square.name, b: other.name, number });
      }
    }
  }
  return found;
}

/** The numbers that nothing stands against on an empty square of the home. */
export function candidatesFor(board: Lying, seat: number, square: Square): number[] {
  return NUMBERS.filter((number) => against(board, seat, square, number).length === 0);
}

/** The candidates of all empty squares of a home. */
export function candidatesOf(board: Lying, seat: number): Map<string, number[]> {
  const empty = (HOMES[seat] ?? []).filter(({ name }) => board[name] === undefined);
  return new Map(empty.map((square) => [square.name, candidatesFor(board, seat, square)]));
}

/** How many squares of a home are filled. */
export function filledOf(board: Lying, seat: number): number {
  return (HOMES[seat] ?? []).filter(({ name }) => board[name] !== undefined).length;
}

/** The squares that have the same number as this white one in a row or column of white squares (P3, F2). */
export function repeatsOf(board: Lying, name: string): string[] {
  const square = squareNamed(name);
  return WHITES.filter(
    (other) => other !== square && inLine(other, square) && board[other.name] === board[name],
  ).map((other) => other.name);
}
