import { describe, expect, it } from 'vitest';
import { settings } from '../../lib/settings.svelte';
import { chronicle } from './chronicle';
import { demoMarks } from './demo';
import { COLUMNS, count, distance, ROWS, total } from './sheet';

settings.language = 'en';

describe('the score', () => {
  it('is at most 84 (S1)', () => {
    const all = ROWS.flatMap((row) => COLUMNS.map((column) => column + row));
    expect(total(count(new Set(all), 3))).toBe(84);
  });

  it('counts marks, full rows, full columns and stars', () => {
    const row = COLUMNS.map((column) => `${column}2`);
    expect(count(new Set([...row, 'a1']), 1)).toEqual({ marks: 7, rows: 3, columns: 0, stars: 4 });
  });
});

it('squares are as far apart as the steps between them', () => {
  expect(distance('a1', 'a1')).toBe(0);
  expect(distance('c3', 'e6')).toBe(5);
});

it('the small board keeps to the rules: no die twice in a row or column, no square twice', () => {
  for (const [line, of] of [
    ['row', 1],
    ['column', 0],
  ] as const) {
    const seen = demoMarks.map(([square, die]) => `${line} ${square[of]} ${die}`);
    expect(new Set(seen).size).toBe(seen.length);
  }
  expect(new Set(demoMarks.map(([square]) => square)).size).toBe(demoMarks.length);
});

describe('the log of Tóushì', () => {
  it('tells events and keeps the score', () => {
    const log = [
      [0, 'T6:4@c3'],
      [0, 'roll T8:5'],
      [null, '*6'],
      [0, 'bonus reroll'],
      [null, '*1'],
      [0, 'bonus T4:2@a1'],
    ].map(([seat, text], i) => ({
      number: i + 1,
      seat: seat as number | null,
      text: text as string,
      time: 0,
    }));
    const moments = chronicle(log);
    expect(moments.map(({ words }) => words)).toEqual([
      'T6 on c3, 4 crossed out',
      '5 crossed out, T8 rolled',
      'T8 shows 6',
      'a star: rolled again',
      'T8 shows 1',
      'a star: T4 on a1, 2 crossed out',
    ]);
    expect(moments.map(({ scores }) => scores?.[0])).toEqual([13, 13, 13, 9, 9, 6]);
  });
});
