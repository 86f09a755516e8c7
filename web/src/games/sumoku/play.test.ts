import { describe, expect, it } from 'vitest';
import { tilesFrom } from './pictures';
import { isHopeless, openEnds, playOf, shiftOf } from './play';

const table = (board: string, laid = '', key = 5) => ({
  board: tilesFrom(board),
  laid: tilesFrom(laid),
  key,
});
const play = (board: string, draft: string, laid = '') => playOf(table(board, laid), tilesFrom(draft));

describe('a play', () => {
  it('scores every line with a new tile (X1 to X3)', () => {
    expect(play('R3@0,0 G7@1,0', 'B5@2,0')).toMatchObject({ points: 15, whole: true });
    expect(play('R1@0,0 G4@1,0', 'Y7@0,1 B2@0,2')).toMatchObject({ points: 10, whole: true });
    const third = play('R3@0,0 G1@1,0 B6@2,0', 'Y5@3,0 P9@3,1 O1@3,2');
    expect(third.lines.map(({ sum }) => sum)).toEqual([15, 15]);
    expect(third).toMatchObject({ points: 30, whole: true, again: false });
  });

  it('is told in order, however it was laid', () => {
    const { decisions, way } = play('R3@0,0 G1@1,0 B6@2,0', 'O1@3,2 Y5@3,0 P9@3,1');
    expect(decisions).toEqual(['Y5@3,0', 'P9@3,1', 'O1@3,2']);
    expect(way).toBe('column');
  });

  it('goes through tiles that lie', () => {
    expect(play('B4@1,-1 Y6@1,0', 'G3@2,0 R1@0,0')).toMatchObject({ points: 10, whole: true });
  });

  it('of a line of six is followed by another', () => {
    expect(play('R3@0,0 O7@1,0 Y1@2,0 G4@3,0', 'B5@4,0 P5@5,0')).toMatchObject({ again: true, whole: true });
  });

  it('is not whole while a line does not fit', () => {
    expect(play('R3@0,0 G7@1,0', 'B4@2,0')).toMatchObject({ whole: false, trouble: null });
    expect(play('R3@0,0 G7@1,0', 'R5@2,0')).toMatchObject({ whole: false, trouble: null });
  });

  it.each([
    ['scattered', 'R3@0,0 G7@1,0', 'B5@2,0 Y5@0,1', ''],
    ['gap', 'R3@0,0 G7@1,0', 'B5@2,0 Y5@4,0', ''],
    ['apart', 'R3@0,0 G7@1,0', 'B5@5,5 Y5@6,5', ''],
    ['single', '', 'B5@0,0', ''],
    ['notRow', '', 'B5@0,0 Y5@0,1', ''],
    ['order', 'R3@0,0 G7@1,0', 'B5@-1,0', 'Y5@2,0'],
  ])('may be %s', (trouble, board, draft, laid) => {
    expect(play(board, draft, laid)).toMatchObject({ trouble, whole: false });
  });

  it('that is under way counts what is laid already', () => {
    const more = play('R3@0,0 G7@1,0', 'P5@3,0', 'B5@2,0');
    expect(more).toMatchObject({ points: 20, whole: true, decisions: ['P5@3,0'] });
  });

  it('is nothing without tiles', () => {
    expect(play('R3@0,0 G7@1,0', '')).toMatchObject({ lines: [], points: 0, whole: false, trouble: null });
  });
});

describe('the first play', () => {
  it('is moved to the middle', () => {
    expect(shiftOf(table(''), tilesFrom('R3@4,-2 G7@3,-2'))).toEqual({ x: -3, y: 2 });
    expect(shiftOf(table('R3@0,0 G7@1,0'), tilesFrom('G7@3,-2'))).toEqual({ x: 0, y: 0 });
  });
});

describe('where a play goes on', () => {
  const names = (board: string, draft: string, laid = '') =>
    openEnds(table(board, laid), tilesFrom(draft))
      .map(({ x, y }) => `${x},${y}`)
      .sort();

  it('is both ways with one tile, and its line with two', () => {
    expect(names('R3@0,0 G7@1,0', 'B5@2,0')).toEqual(['-1,0', '2,-1', '2,1', '3,0']);
    expect(names('R3@0,0 G7@1,0', 'B5@2,0 Y5@2,1')).toEqual(['2,-1', '2,2']);
  });

  it('is nowhere beyond a line of six', () => {
    expect(names('R3@0,0 G7@1,0', 'O1@2,0 Y2@3,0 B3@4,0 P4@5,0')).toEqual([]);
    expect(names('R3@0,0 G7@1,0 O1@2,0 Y2@3,0 B3@4,0', 'P4@5,0')).toEqual(['5,-1', '5,1']);
  });

  it('includes gaps', () => {
    expect(names('R3@0,0 G7@1,0', 'B5@2,0 Y5@2,2')).toEqual(['2,-1', '2,1', '2,3']);
  });

  it('is never before what is confirmed', () => {
    expect(names('R3@0,0 G7@1,0', '', 'B5@2,0')).toEqual(['2,1', '3,0']);
  });

  it('is a row on the empty table', () => {
    expect(names('', 'B5@0,0')).toEqual(['-1,0', '1,0']);
  });
});

describe('a hopeless place', () => {
  it('puts a colour twice in a line', () => {
    expect(isHopeless(table('R3@0,0 G7@1,0'), { face: 'R5', x: 2, y: 0 })).toBe(true);
    expect(isHopeless(table('R3@0,0 G7@1,0'), { face: 'B5', x: 2, y: 0 })).toBe(false);
  });

  it('has wrong sums both ways, of which a play mends one', () => {
    const corner = 'R3@0,0 G7@1,0 Y3@1,1 B2@0,-1 O8@-1,-1';
    expect(isHopeless(table(corner), { face: 'P1', x: 0, y: 1 })).toBe(true);
    expect(isHopeless(table('R3@0,0 G7@1,0'), { face: 'B1', x: 0, y: 1 })).toBe(false);
  });
});
