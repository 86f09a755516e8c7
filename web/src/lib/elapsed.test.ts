import { expect, it } from 'vitest';
import { elapsed } from './elapsed';

it('time is told in one coarse figure', () => {
  const units = {
    seconds: (n: number) => `${n} s`,
    minutes: (n: number) => `${n} min`,
    hours: (n: number) => `${n} h`,
  };
  expect([-5, 2, 3, 59.9, 60, 3599, 7300].map((seconds) => elapsed(seconds, units))).toEqual([
    '',
    '',
    '3 s',
    '59 s',
    '1 min',
    '59 min',
    '2 h',
  ]);
});
