import { expect, it } from 'vitest';
import { readLegal } from './protocol';

it('legal actions have their parts by name', () => {
  expect(
    readLegal({
      parts: ['number', 'level'],
      actions: [
        ['r0@0,0', 7, 1],
        ['r1@0,0', 7, null],
      ],
    }),
  ).toEqual([
    { text: 'r0@0,0', part: { number: 7, level: 1 } },
    { text: 'r1@0,0', part: { number: 7, level: null } },
  ]);
  expect(readLegal(undefined)).toEqual([]);
});
