import type { Happening } from './chronicle';
import type { Lying } from './position';
import type { Clash } from './puzzle';
import { squareNamed } from './squares';
import { words } from './words';

/** What the name of a square tells. */
export interface Telling {
  front: number;
  seats: number;
  board: Lying;
  whiteOwner: Readonly<Record<string, number>>;
  clashes: readonly Clash[];
  happened: ReadonlyMap<string, Happening>;
  /** What can be chosen now; true where the number would stand against another. */
  lit: ReadonlyMap<string, boolean>;
  /** The numbers of the table that a square takes. */
  takes: (square: string) => readonly number[];
  movable: (square: string) => boolean;
  candidates: ReadonlyMap<string, readonly number[]>;
  picked: string | null;
  ghost: { square: string; number: number } | null;
}

/** "e4, white, shared with yellow, empty, takes 3 or 7". */
export function spokenSquare(name: string, telling: Telling): string {
  const w = words();
  const square = squareNamed(name);
  return w.square(name, w.squareKind(square, telling.front, telling.seats), [
    content(name, telling),
    ...conflicts(name, telling),
    ...whatCanBe(name, telling),
    ...news(name, telling),
  ]);
}

function content(name: string, { board, whiteOwner, ghost }: Telling): string {
  const w = words().states;
  if (ghost?.square === name) return w.ghost(ghost.number);
  const number = board[name];
  if (number === undefined) return w.empty;
  const { kind } = squareNamed(name);
  if (kind === 'black') return w.blackNumber(number, Number(name.charAt(1)), name.charAt(0));
  return w.number(number, whiteOwner[name] ?? null);
}

function conflicts(name: string, { clashes }: Telling): string[] {
  const others = clashes.flatMap(({ a, b }) => (a === name ? [b] : b === name ? [a] : []));
  return others.length > 0 ? [words().states.clash(others)] : [];
}

function whatCanBe(name: string, telling: Telling): string[] {
  const w = words().states;
  const said = [];
  if (telling.picked === name) said.push(w.picked);
  else if (telling.movable(name)) said.push(w.movable);
  else if (telling.lit.has(name)) {
    const takes = telling.takes(name);
    said.push(takes.length > 0 ? w.takes(takes) : w.open);
    if (telling.lit.get(name)) said.push(w.wouldClash);
  }
  const fits = telling.candidates.get(name);
  if (fits) said.push(w.fits(fits));
  return said;
}

function news(name: string, { happened, board }: Telling): string[] {
  if (!happened.has(name)) return [];
  const w = words().states;
  return [board[name] === undefined ? w.left : w.fresh];
}
