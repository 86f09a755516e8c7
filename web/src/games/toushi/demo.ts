import type { DieName } from './sheet';

/** The marks of a real game, in the order written. */
export const demoMarks: readonly (readonly [string, DieName])[] = [
  ['c3', 'T6'],
  ['c5', 'T8'],
  ['d4', 'T4'],
];
