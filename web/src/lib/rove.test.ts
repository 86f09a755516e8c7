import { describe, expect, it } from 'vitest';
import { rove } from './rove';

describe('roving', () => {
  const lengths = [4, 2, 6];

  it.each([
    ['ArrowRight', 0, 1, 0, 2],
    ['ArrowRight', 0, 3, 0, 3],
    ['ArrowLeft', 0, 0, 0, 0],
    ['ArrowDown', 0, 3, 1, 1],
    ['ArrowDown', 2, 5, 2, 5],
    ['ArrowUp', 2, 5, 1, 1],
    ['Home', 2, 5, 2, 0],
    ['End', 2, 0, 2, 5],
  ])('%s from %i,%i', (key, row, column, toRow, toColumn) => {
    expect(rove(key, { row, column }, lengths)).toEqual({ row: toRow, column: toColumn });
  });

  it('knows no other key', () => {
    expect(rove('Enter', { row: 0, column: 0 }, lengths)).toBeNull();
  });
});
