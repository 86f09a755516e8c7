import { rove } from '../../lib/rove';
import { cardsOf, PLACES, POOL, type Position3x8 } from './table';

/** Where the cursor can be: the names of the board's spots, line by line as they are seen. */
export function linesOf(position: Position3x8, front: number, movable: readonly number[]): string[][] {
  const others = position.rows.map((_, seat) => seat).filter((seat) => seat !== front);
  const theirs = ([seat]: number[], places: readonly number[]) =>
    places.map((place) => `theirs-${seat}.${place}`);
  const pairs = [PLACES.slice(0, 2), PLACES.slice(2)];
  const hand = cardsOf(position.hands[front] ?? []).seen;
  return [
    ...(others.length === 1
      ? pairs.map((places) => theirs(others, places))
      : PLACES.map((place) => others.flatMap((seat) => theirs([seat], [place])))),
    [...POOL.map((place) => `pool-${place}`), 'pile'],
    movable.map((card) => `tail-${card}`),
    ...pairs.map((places) => places.map((place) => `row-${place}`)),
    hand.map((card) => `hand-${card}`),
  ].filter((line) => line.length > 0);
}

/** Where a key leads from a spot; `null` where it does not. */
export function step(key: string, at: string, lines: readonly string[][]): string | null {
  const row = lines.findIndex((line) => line.includes(at));
  const column = lines[row]?.indexOf(at) ?? 0;
  const next = rove(
    key,
    { row: Math.max(0, row), column },
    lines.map(({ length }) => length),
  );
  return next && (lines[next.row]?.[next.column] ?? null);
}

/** Where the cursor goes by itself when its spot is gone or a new decision is due. */
export function usualSpot(phase: Position3x8['phase'], lines: readonly string[][]): string {
  const spots = lines.flat();
  const wanted = phase === 'draw' ? 'pool-' : 'hand-';
  return spots.find((spot) => spot.startsWith(wanted)) ?? 'pool-1';
}

export type Command = { do: 'row'; place: number } | { do: 'new' | 'end' | 'pile' | 'grow' | 'drop' };

const COMMANDS: Readonly<Record<string, Command>> = {
  n: { do: 'new' },
  e: { do: 'end' },
  d: { do: 'pile' },
  g: { do: 'grow' },
  x: { do: 'drop' },
};

export function commandOf(key: string): Command | null {
  if (/^[1-4]$/.test(key)) return { do: 'row', place: Number(key) };
  return COMMANDS[key] ?? null;
}
