import type { Judgement } from '../../../lib/review.svelte';

export interface Point {
  position: number;
  value: number;
}

export interface Scale {
  low: number;
  high: number;
  /** Values that have a line across the plot. */
  ticks: number[];
}

/** What each seat could expect through the game, by what is known so far; the result comes last. */
export function curvesOf(
  judgements: Iterable<Judgement>,
  returns: readonly number[],
  newest: number,
): Point[][] {
  const curves: Point[][] = returns.map(() => []);
  let values = returns.map(() => 1 / returns.length);
  for (const { position, seat, value } of [...judgements].sort((a, b) => a.position - b.position)) {
    values = standing(values, seat, value);
    for (const [i, curve] of curves.entries()) curve.push({ position, value: values[i] ?? 0 });
  }
  for (const [seat, curve] of curves.entries()) curve.push({ position: newest, value: returns[seat] ?? 0 });
  return curves;
}

/**
 * What all seats could expect where one of them acted: its own chance is what was judged, and the others share the rest
 * in the proportions that they had before, so that chances add up to 1.
 */
function standing(before: readonly number[], seat: number, value: number): number[] {
  const others = before.reduce((sum, chance, i) => (i === seat ? sum : sum + chance), 0);
  const rest = Math.max(0, 1 - value);
  return before.map((chance, i) =>
    i === seat ? value : others > 0 ? (chance / others) * rest : rest / (before.length - 1),
  );
}

/** Chances go from 0 to 1; points as far as they go, to round figures. */
export function scaleOf(curves: readonly Point[][], seats: number): Scale {
  if (seats > 1) return { low: 0, high: 1, ticks: [0, 0.5, 1] };
  const values = curves.flat().map(({ value }) => value);
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const step = roundStep((most - least) / 3);
  const low = Math.floor(least / step) * step;
  const high = Math.max(low + step, Math.ceil(most / step) * step);
  const ticks = Array.from({ length: Math.round((high - low) / step) + 1 }, (_, i) => low + i * step);
  return { low, high, ticks };
}

/** The round figure (1, 2, 5, 10, 20 …) that is not below. */
function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, least)));
  return power * ([1, 2, 5].find((factor) => factor * power >= least) ?? 10);
}

/** What a curve says at a position: between two points, what lies between them. */
export function valueAt(curve: readonly Point[], position: number): number | null {
  const after = curve.findIndex((point) => point.position >= position);
  const [next, before] = [curve[after], curve[after - 1]];
  if (!next || (!before && next.position > position)) return null;
  if (!before || next.position === position) return next.value;
  const part = (position - before.position) / (next.position - before.position);
  return before.value + part * (next.value - before.value);
}

/** The points that get their seat's mark: at least `apart` positions from one to the next. */
export function spread(curve: readonly Point[], apart: number): Point[] {
  const marked: Point[] = [];
  for (const point of curve) {
    const last = marked.at(-1);
    if (!last || point.position - last.position >= apart) marked.push(point);
  }
  return marked;
}
