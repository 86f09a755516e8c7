import type { Words } from './words/en';

/** What is to be expected in the game's own terms: with several seats a chance to win, alone points. */
export function worthWords(value: number, seats: number, w: Words['worth']): string {
  return seats > 1 ? w.wins(percent(value)) : w.points(value);
}

/** The same as a bare figure. */
export function worthFigure(value: number, seats: number, w: Words['worth']): string {
  return seats > 1 ? w.chance(percent(value)) : w.figure(value);
}

/** What a move cost, in the same terms. */
export function costWords(cost: number, seats: number, w: Words['worth']): string {
  return seats > 1 ? w.chance(percent(cost)) : w.costPoints(cost);
}

function percent(value: number): number {
  return Math.round(100 * value);
}
