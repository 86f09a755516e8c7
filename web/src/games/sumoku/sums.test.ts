import { expect, it } from 'vitest';
import { tilesFrom } from './pictures';
import { playOf } from './play';
import { boxAround, briefly, sumsOf } from './sums';

const linesOf = (board: string, draft: string) =>
  playOf({ board: tilesFrom(board), laid: [], key: 5 }, tilesFrom(draft)).lines;

it('a sum stands behind its line', () => {
  const sums = sumsOf(linesOf('R3@0,0 G1@1,0 B6@2,0', 'Y5@3,0 P9@3,1 O1@3,2'));
  expect(sums.map(({ at }) => at)).toEqual([
    { x: 4, y: 0 },
    { x: 3, y: 3 },
  ]);
});

it('no two sums stand on one place', () => {
  const sums = sumsOf(linesOf('R3@2,-1', 'G1@0,0 B6@1,0 Y5@2,-2'));
  expect(new Set(sums.map(({ at }) => `${at.x},${at.y}`)).size).toBe(sums.length);
  expect(sums).toHaveLength(2);
  expect(sums[1]?.at).toEqual({ x: 2, y: -3 });
});

it('what is wrong is told in a few signs', () => {
  const [line] = linesOf('R3@0,0 G7@1,0', 'B3@2,0');
  expect(line && briefly(line)).toBe('+2');
  const [red] = linesOf('R3@0,0 G7@1,0', 'R3@2,0');
  expect(red && briefly(red)).toBe('RR');
});

it('a box holds its places in whole squares', () => {
  expect(boxAround(tilesFrom('R3@0,0 G7@1,0'), 2, { width: 3, height: 3 })).toEqual({
    left: -2,
    top: -2,
    width: 6,
    height: 5,
  });
  const least = boxAround([], 1, { width: 13, height: 9 });
  expect(least).toMatchObject({ width: 13, height: 9 });
  expect(Number.isInteger(least.left) && Number.isInteger(least.top)).toBe(true);
});
