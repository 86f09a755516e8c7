import type { Position } from '../../lib/protocol';

export interface ToushiPosition extends Position {
  phase: 'first' | 'choose' | 'roll' | 'one' | 'mark' | 'over';
  round: number;
  /** The die that each marked square bears. */
  grid: Record<string, DieName>;
  at: string | null;
  die: DieName | null;
  rolled: number | null;
  left: Record<DieName, number[]>;
  stars: number;
  scores: number[];
}

/** The dice and how often each number of theirs is on the ample sheet (TOUSHI-K2, K3). */
export const DICE = [
  { name: 'T4', sides: 4, copies: 3 },
  { name: 'T6', sides: 6, copies: 2 },
  { name: 'T8', sides: 8, copies: 2 },
  { name: 'T10', sides: 10, copies: 2 },
  { name: 'T12', sides: 12, copies: 1 },
  { name: 'T20', sides: 20, copies: 1 },
] as const;

export type DieName = (typeof DICE)[number]['name'];

export const STARS = 3;
export const COLUMNS = ['a', 'b', 'c', 'd', 'e', 'f'] as const;
export const ROWS = ['1', '2', '3', '4', '5', '6'] as const;

export interface Count {
  marks: number;
  rows: number;
  columns: number;
  stars: number;
}

/** The parts of the score, in points (TOUSHI-S1). */
export function count(marked: ReadonlySet<string>, stars: number): Count {
  const full = (squares: string[]) => squares.every((square) => marked.has(square));
  const rows = ROWS.filter((row) => full(COLUMNS.map((column) => column + row))).length;
  const columns = COLUMNS.filter((column) => full(ROWS.map((row) => column + row))).length;
  return { marks: marked.size, rows: 3 * rows, columns: 3 * columns, stars: 4 * stars };
}

export function total({ marks, rows, columns, stars }: Count): number {
  return marks + rows + columns + stars;
}

/** Steps from square to square, up, down, left and right. */
export function distance(one: string, two: string): number {
  const axis = (i: number) => Math.abs(one.charCodeAt(i) - two.charCodeAt(i));
  return axis(0) + axis(1);
}
