import { expect, it } from 'vitest';
import { unlike } from './unlike';

const texts = ['a', 'b', 'c', 'd'];

it('what is told alike is told apart by its details, and where these are alike by its text', () => {
  expect(
    unlike(['pass', 'lay 7', 'lay 7', 'lay 7'], ['', 'on the 4', 'on the 4', 'on the 2'], texts),
  ).toEqual(['pass', 'lay 7, on the 4 (b)', 'lay 7, on the 4 (c)', 'lay 7, on the 2']);
});

it('where a game has no details the texts tell apart', () => {
  expect(unlike(['lay 7', 'lay 7', 'lay 8'], ['', '', ''], texts)).toEqual([
    'lay 7 (a)',
    'lay 7 (b)',
    'lay 8',
  ]);
});
