import { describe, expect, it } from 'vitest';
import type { Judgement } from '../../../lib/review.svelte';
import { curvesOf, scaleOf, spread, valueAt } from './plot';

const judgement = (position: number, seat: number, value: number) => ({ position, seat, value }) as Judgement;

describe('the curves', () => {
  it('go through what each seat could expect, and end with the result', () => {
    const found = [judgement(5, 0, 0.75), judgement(2, 1, 0.25), judgement(1, 0, 0.5)];
    expect(curvesOf(found, [1, 0], 9)).toEqual([
      [
        { position: 1, value: 0.5 },
        { position: 2, value: 0.75 },
        { position: 5, value: 0.75 },
        { position: 9, value: 1 },
      ],
      [
        { position: 1, value: 0.5 },
        { position: 2, value: 0.25 },
        { position: 5, value: 0.25 },
        { position: 9, value: 0 },
      ],
    ]);
  });

  it('add up to the whole at every position', () => {
    const values = [0.9, 0.6, 0, 1, 0.8, 0.3, 1, 0, 0.2, 0.5, 0.7, 0.4];
    for (const seats of [2, 3, 4, 8]) {
      const found = values.map((value, i) => judgement(3 * i, (5 * i) % seats, value));
      const curves = curvesOf(found, [1, ...Array(seats - 1).fill(0)], 40);
      for (let position = 0; position <= 40; position++) {
        const sum = curves.reduce((all, curve) => all + (valueAt(curve, position) ?? Number.NaN), 0);
        expect(sum).toBeCloseTo(1, 9);
      }
      for (const { position, seat, value } of found) {
        expect(valueAt(curves[seat] ?? [], position)).toBe(value);
      }
    }
  });

  it('are points for a seat alone', () => {
    expect(curvesOf([judgement(3, 0, 41)], [52], 9)).toEqual([
      [
        { position: 3, value: 41 },
        { position: 9, value: 52 },
      ],
    ]);
  });

  it('have a value between their points, and none before', () => {
    const curve = [
      { position: 2, value: 0.5 },
      { position: 6, value: 0.7 },
    ];
    expect([1, 2, 4, 6, 7].map((position) => valueAt(curve, position))).toEqual([null, 0.5, 0.6, 0.7, null]);
  });

  it('carry their marks at some distance', () => {
    const curve = [0, 1, 2, 5, 6, 9].map((position) => ({ position, value: 0 }));
    expect(spread(curve, 3).map(({ position }) => position)).toEqual([0, 5, 9]);
  });
});

describe('the scale', () => {
  const of = (...values: number[]) => [values.map((value, position) => ({ position, value }))];

  it('is that of a chance with several seats', () => {
    expect(scaleOf([[], []], 2)).toEqual({ low: 0, high: 1, ticks: [0, 0.5, 1] });
  });

  it('is round, and holds all points', () => {
    expect(scaleOf(of(41, 68, 73.5), 1)).toEqual({ low: 40, high: 80, ticks: [40, 60, 80] });
    expect(scaleOf(of(-3, 12), 1)).toEqual({ low: -5, high: 15, ticks: [-5, 0, 5, 10, 15] });
  });

  it('has a height even where all is the same', () => {
    expect(scaleOf(of(7), 1)).toEqual({ low: 7, high: 8, ticks: [7, 8] });
  });
});
