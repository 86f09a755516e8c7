import { describe, expect, it } from 'vitest';
import { PATTERNS, tiles } from './decades';
import { readMove } from './moves';
import { cardsOf, completedRows, decadeOf, halfOf } from './table';

describe('cards', () => {
  it('have the colour of their decade (3X8-K1)', () => {
    expect([0, 9, 10, 99, 100, 109].map(decadeOf)).toEqual([0, 0, 1, 9, 10, 10]);
  });

  it('each decade has a pattern of its own', () => {
    expect(new Set(PATTERNS).size).toBe(11);
    expect(tiles(20, 7)).toHaveLength(8);
  });

  it('halves are those of the table (3X8-K2), or of the deck that is played with', () => {
    expect(halfOf('3a', 'standard')).toEqual({ base: 3, blocks: [4, 5] });
    expect(halfOf('b9b', undefined)).toEqual({ base: 4, blocks: [4, 5, 6] });
    const deck = [{ a: { base: 10, blocks: [0, 1] }, b: { base: 2, blocks: [3, 4] } }];
    expect(halfOf('0a', deck)).toEqual({ base: 10, blocks: [0, 1] });
  });

  it('a hand that is not seen shows what is known of it', () => {
    expect(cardsOf({ known: [16], count: 5 })).toEqual({ seen: [16], hidden: 4 });
    expect(cardsOf([1, 'b2'])).toEqual({ seen: [1, 'b2'], hidden: 0 });
  });

  it('completed rows count', () => {
    expect(completedRows([{ completed: 3 }, null, { cards: [1], blocker: null }, { completed: 9 }])).toBe(2);
  });
});

describe('texts', () => {
  it.each([
    ['17>2', { kind: 'play', card: 17, row: 2 }],
    ['0>n', { kind: 'play', card: 0, row: null }],
    ['m3>1', { kind: 'move', count: 3, row: 1 }],
    ['m12>n', { kind: 'move', count: 12, row: null }],
    ['b4a>1.2', { kind: 'block', card: 'b4', half: '4a', seat: 1, row: 2 }],
    ['drop 2', { kind: 'drop', row: 2 }],
    ['p3', { kind: 'pool', place: 3 }],
    ['d', { kind: 'pile' }],
    ['grow', { kind: 'grow' }],
    ['end', { kind: 'end' }],
    ['17>5', null],
    ['p4', null],
  ])('%s is read', (text, move) => {
    expect(readMove(text)).toEqual(move);
  });
});
