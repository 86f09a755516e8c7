import { describe, expect, it } from 'vitest';
import { settings } from '../../lib/settings.svelte';
import nmbr9 from '.';
import { surroundings } from './detail';
import type { Nmbr9Position, Tile } from './display';

const seven: Tile = { number: 7, turn: 0, x: 0, y: 0, level: 0 };
const four: Tile = { number: 4, turn: 0, x: 3, y: 0, level: 0 };
const one = (x: number, y: number, level = 0): Tile => ({ number: 1, turn: 0, x, y, level });

describe('what tells a place', () => {
  it('is what lies beside it on the table, and on which side', () => {
    expect(surroundings(one(-2, 0), [seven, four])).toEqual({
      on: [],
      beside: [{ side: 'left', number: 7 }],
    });
    expect(surroundings(one(4, -4), [seven, four]).beside).toEqual([{ side: 'above', number: 4 }]);
    expect(surroundings({ ...one(1, 3), number: 0 }, [seven, four]).beside).toEqual([
      { side: 'below', number: 7 },
      { side: 'below', number: 4 },
    ]);
  });

  it('is what lies under it on a level', () => {
    expect(surroundings(one(2, 0, 1), [seven, four])).toEqual({ on: [7, 4], beside: [] });
    expect(surroundings(one(2, 0, 2), [seven, four, one(2, 0, 1)]).on).toEqual([1]);
  });
});

it('actions that are told alike have more to tell', () => {
  settings.language = 'en';
  const position = { displays: [[seven, four]] } as unknown as Nmbr9Position;
  const detail = (tile: Tile) => nmbr9.detail?.({ text: '', part: { ...tile } }, position, 0);
  expect(detail({ ...one(4, -4), turn: 2 })).toBe('upside down, above the 4');
  expect(detail(one(2, 0, 1))).toBe('not turned, on the 7 and the 4');
  expect(nmbr9.detail?.({ text: '', part: { ...one(0, 0) } }, { displays: [[]] } as never, 0)).toBe(
    'not turned',
  );
});
