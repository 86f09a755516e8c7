import { describe, expect, it } from 'vitest';
import { crosswordOf, firstFree, linesWith, lineThrough } from './lines';
import { tilesFrom } from './pictures';

const cross = crosswordOf(tilesFrom('R3@0,0 G1@1,0 B6@2,0 Y5@3,0 P9@3,1'));

describe('lines', () => {
  it('are the longest unbroken runs', () => {
    const row = lineThrough(cross, { x: 1, y: 0 }, 'row', 5);
    expect(row?.tiles.map(({ face }) => face)).toEqual(['R3', 'G1', 'B6', 'Y5']);
    expect(row).toMatchObject({ sum: 15, short: 0, twice: [], fits: true });
  });

  it('have two tiles or more', () => {
    expect(lineThrough(cross, { x: 1, y: 0 }, 'column', 5)).toBeNull();
    expect(lineThrough(cross, { x: 3, y: 0 }, 'column', 5)?.tiles).toHaveLength(2);
  });

  it('say what their sum lacks to the next multiple', () => {
    expect(lineThrough(cross, { x: 3, y: 1 }, 'column', 5)).toMatchObject({
      sum: 14,
      short: 1,
      fits: false,
    });
    expect(lineThrough(cross, { x: 3, y: 1 }, 'column', 4)).toMatchObject({ short: 2 });
  });

  it('name the colours that stand twice', () => {
    const line = lineThrough(crosswordOf(tilesFrom('R3@0,0 G2@1,0 R1@2,0 G4@3,0')), { x: 0, y: 0 }, 'row', 5);
    expect(line).toMatchObject({ sum: 10, short: 0, twice: ['R', 'G'], fits: false });
  });

  it('are found once each, whatever of their tiles is new', () => {
    const lines = linesWith(cross, tilesFrom('B6@2,0 Y5@3,0 P9@3,1'), 5);
    expect(lines.map(({ way, sum }) => [way, sum])).toEqual([
      ['row', 15],
      ['column', 14],
    ]);
  });
});

it('the first free place skips what lies', () => {
  expect(firstFree(cross, { x: 1, y: 0 }, 'row')).toEqual({ x: 4, y: 0 });
  expect(firstFree(cross, { x: 1, y: 0 }, 'row', -1)).toEqual({ x: -1, y: 0 });
  expect(firstFree(cross, { x: 0, y: 5 }, 'column')).toEqual({ x: 0, y: 5 });
});
