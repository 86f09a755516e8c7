import { expect, it } from 'vitest';
import { ago, elapsed } from './elapsed';

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

it('how long ago something was is told in the words of the language', () => {
  const times = [0, 59, 60, 3 * 3600, 86400, 30 * 86400];
  expect(times.map((seconds) => ago(seconds, 'en'))).toEqual([
    'now',
    'now',
    '1 minute ago',
    '3 hours ago',
    'yesterday',
    '30 days ago',
  ]);
  expect(ago(2 * 86400, 'de')).toBe('vorgestern');
});
