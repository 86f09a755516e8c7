import type { Position } from '../../lib/protocol';

export type Phase =
  | 'draw'
  | 'flip'
  | 'stack'
  | 'reveal'
  | 'black'
  | 'act'
  | 'warn'
  | 'punish'
  | 'remove'
  | 'over';

export interface Offence {
  square: string | null;
  number: number | null;
  from: string | null;
  ask: number[];
  warned: string[];
}

/** Numbers by the name of the square that they lie on. */
export type Lying = Readonly<Record<string, number>>;

/** The position form of the rules. */
export interface OneOhEightPosition extends Position {
  phase: Phase;
  first: number | null;
  drawn: number[] | null;
  turn_of: number;
  round: number;
  passes: number;
  board: Record<string, number>;
  /** Who placed the number on a white square. */
  white_owner: Record<string, number>;
  table: number[][];
  /** By seat: how many of each number are left in its wall. */
  wall: number[][];
  black_left: number[];
  black_stacks: number[];
  revealed: number | null;
  out: number[];
  offence: Offence | null;
}

export const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0);

/** How many of each number, from 1 on, are in a list. */
export function countsOf(list: readonly number[]): number[] {
  const counts = Array.from({ length: 9 }, () => 0);
  for (const number of list) counts[number - 1] = (counts[number - 1] ?? 0) + 1;
  return counts;
}
