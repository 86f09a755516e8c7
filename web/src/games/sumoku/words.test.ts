import { afterAll, describe, expect, it } from 'vitest';
import { settings } from '../../lib/settings.svelte';
import game from '.';
import type { SumokuPosition } from './tiles';
import { words } from './words';

const position = {
  phase: 'play',
  turn_of: 0,
  bonus: false,
  over: false,
  key: 5,
  board: [
    [0, 0, 'R3'],
    [1, 0, 'G7'],
  ],
  laid: [],
  stocks: [['B5'], ['P6', 'R1']],
  scores: [15, -2],
} as unknown as SumokuPosition;

afterAll(() => {
  settings.language = 'en';
});

describe.each([
  ['en', '1 tile, 15 points', 'blue 5 at 2, −1', 'row 12, 3 short of 15, red twice'],
  ['de', '1 Stein, 15 Punkte', 'blau 5 bei 2, −1', 'Zeile 12, 3 zu wenig für 15, rot doppelt'],
] as const)('in %s', (language, whole, single, sum) => {
  it('a play is told with what it scores', () => {
    settings.language = language;
    expect(game.phrase({ text: 'B5@2,0', part: {} }, position, 0, ['end'], [])).toBe(whole);
  });

  it('a single tile is told with its place', () => {
    settings.language = language;
    expect(game.phrase({ text: 'B5@2,-1', part: {} }, position, 0, [], [])).toBe(single);
  });

  it('a line is told with what is wrong', () => {
    settings.language = language;
    expect(words().sum({ way: 'row', tiles: [], sum: 12, short: 3, twice: ['R'], fits: false })).toBe(sum);
  });

  it('every phase has its task', () => {
    settings.language = language;
    const w = words().tasks;
    const task = (parts: Partial<SumokuPosition>, seat = 0) =>
      game.task({ ...position, ...parts } as SumokuPosition, seat);
    expect(task({})).toBe(w.play(5));
    expect(task({ board: [] })).toBe(w.first(5));
    expect(task({ bonus: true })).toBe(w.again);
    expect(task({ laid: [[2, 0, 'B5']] })).toBe(w.more);
    expect(task({ laid: [[2, 0, 'B1']] })).toBe(w.rest(5));
    expect(task({}, 1)).toBe(w.wait);
  });
});

it('ending a play that was laid tile by tile tells all of it', () => {
  settings.language = 'en';
  const laid = { ...position, laid: [[2, 0, 'B5']] } as SumokuPosition;
  expect(game.phrase({ text: 'end', part: {} }, laid, 0, [], [])).toBe('1 tile, 15 points');
  expect(game.phrase({ text: 'pass', part: {} }, laid, 0, [], [])).toBe('Pass');
});

it('at the end the tally tells lines and tiles left', () => {
  settings.language = 'en';
  expect(game.tally(position, 1)).toEqual([]);
  expect(game.tally({ ...position, over: true } as SumokuPosition, 1)).toEqual([
    { label: 'Lines', points: 5 },
    { label: 'Tiles left', points: -7 },
  ]);
});
