import { describe, expect, it } from 'vitest';
import { blackening, boardAfter, moving, placing, readMove, removing, taking } from './moves';

describe('the text of an action', () => {
  it.each([
    ['s1', { verb: 'stack', stack: 1 }],
    ['#e5', { verb: 'black', square: 'e5' }],
    ['5@e1', { verb: 'place', number: 5, square: 'e1' }],
    ['e1-c2', { verb: 'move', from: 'e1', square: 'c2' }],
    ['e1x', { verb: 'take', from: 'e1' }],
    ['remove d4', { verb: 'remove', square: 'd4' }],
    ['-', { verb: 'pass' }],
    ['warn', { verb: 'warn' }],
    ['punish', { verb: 'punish' }],
    ['silent', { verb: 'silent' }],
  ])('%s', (text, move) => {
    expect(readMove(text)).toEqual(move);
  });

  it.each(['', 's4', '*5', '0@e1', '5@j1', '5@e0', 'e1', 'e1-', 'remove', 'pass'])('is not %j', (text) => {
    expect(readMove(text)).toBeNull();
  });

  it('is written as it is read', () => {
    expect(readMove(blackening('a1'))).toEqual({ verb: 'black', square: 'a1' });
    expect(readMove(placing(9, 'd2'))).toEqual({ verb: 'place', number: 9, square: 'd2' });
    expect(readMove(moving('a2', 'b2'))).toEqual({ verb: 'move', from: 'a2', square: 'b2' });
    expect(readMove(taking('a2'))).toEqual({ verb: 'take', from: 'a2' });
    expect(readMove(removing('b2'))).toEqual({ verb: 'remove', square: 'b2' });
  });
});

describe('the board after an action', () => {
  const board = { a1: 7, e1: 5 };

  it.each([
    ['4@c2', { a1: 7, e1: 5, c2: 4 }],
    ['#e5', { a1: 7, e1: 5, e5: 3 }],
    ['e1-c2', { a1: 7, c2: 5 }],
    ['e1x', { a1: 7 }],
    ['remove e1', { a1: 7 }],
    ['-', board],
    ['s1', board],
  ])('%s', (text, after) => {
    expect(boardAfter(board, readMove(text), 3)).toEqual(after);
    expect(board).toEqual({ a1: 7, e1: 5 });
  });

  it('is as it was while nothing is chosen', () => {
    expect(boardAfter(board, null, null)).toBe(board);
  });
});
