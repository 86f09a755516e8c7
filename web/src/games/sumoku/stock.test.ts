import { describe, expect, it } from 'vitest';
import { arranged, countsOf, moved, slotsOf, sortedBy, without } from './stock';

describe('a stock', () => {
  it('keeps the order of its player, and what is drawn comes last', () => {
    expect(arranged(['B2', 'R1', 'G6'], ['R1', 'R1', 'G6', 'P4'])).toEqual(['R1', 'G6', 'R1', 'P4']);
    expect(arranged([], ['R1', 'G6'])).toEqual(['R1', 'G6']);
  });

  it('loses one tile for each that is laid', () => {
    expect(without(['R1', 'R1', 'G6'], ['R1', 'P4'])).toEqual(['R1', 'G6']);
  });

  it('leaves the places of tiles open that are laid tentatively', () => {
    expect(slotsOf(['R1', 'R1', 'G6'], ['R1', 'G6']).map(({ out }) => out)).toEqual([true, false, true]);
  });

  it('can be rearranged', () => {
    expect(moved(['a', 'b', 'c', 'd'], 0, 2)).toEqual(['b', 'c', 'a', 'd']);
    expect(moved(['a', 'b', 'c', 'd'], 3, 0)).toEqual(['d', 'a', 'b', 'c']);
    expect(moved(['a'], 5, 0)).toEqual(['a']);
  });

  it('can be sorted', () => {
    const tiles = ['P1', 'R8', 'G2', 'R1'];
    expect(sortedBy(tiles, 'colour')).toEqual(['R1', 'R8', 'G2', 'P1']);
    expect(sortedBy(tiles, 'number')).toEqual(['R1', 'P1', 'G2', 'R8']);
  });
});

it('a bag is counted by colour and number', () => {
  const counts = countsOf(['R1', 'R1', 'P8']);
  expect(counts).toHaveLength(6);
  expect(counts[0]).toEqual([2, 0, 0, 0, 0, 0, 0, 0]);
  expect(counts[5]?.[7]).toBe(1);
});
