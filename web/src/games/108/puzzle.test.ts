import { describe, expect, it } from 'vitest';
import { pictures } from './pictures';
import { against, candidatesFor, candidatesOf, clashesOf, filledOf, repeatsOf } from './puzzle';
import { squareNamed } from './squares';

const standsAgainst = (board: Record<string, number>, seat: number, name: string, number: number) =>
  against(board, seat, squareNamed(name), number)
    .map((square) => square.name)
    .sort();

describe('what stands against a number (W1)', () => {
  it('is the same number in the row, the column or the base of the home', () => {
    expect(standsAgainst({ i2: 4 }, 0, 'a2', 4)).toEqual(['i2']);
    expect(standsAgainst({ d9: 4 }, 0, 'd1', 4)).toEqual(['d9']);
    expect(standsAgainst({ c1: 4 }, 0, 'e3', 4)).toEqual(['c1']);
  });

  it('is nothing across lines that are none of the home', () => {
    expect(standsAgainst({ d9: 4 }, 0, 'a2', 4)).toEqual([]);
    expect(standsAgainst({ i5: 4 }, 0, 'd5', 4)).toEqual([]);
  });

  it('is the same black number in the row or the column of a coloured square', () => {
    expect(standsAgainst({ a1: 7, g1: 7 }, 0, 'c1', 7)).toEqual(['a1', 'g1']);
    expect(standsAgainst({ e5: 7 }, 0, 'd5', 7)).toEqual(['e5']);
    expect(standsAgainst({ a1: 7 }, 0, 'c2', 7)).toEqual([]);
  });

  it('is on a white square the same number on another one of its row or column, whosever (P3)', () => {
    expect(standsAgainst({ b4: 3 }, 0, 'd4', 3)).toEqual(['b4']);
    expect(standsAgainst({ b4: 3 }, 1, 'd4', 3)).toEqual(['b4']);
    expect(standsAgainst({ c4: 3 }, 0, 'd4', 3)).toEqual([]);
  });
});

describe('a home', () => {
  it('clashes once for each two squares', () => {
    expect(clashesOf({ c1: 5, e3: 5, d9: 6, d1: 6, a1: 5 }, 0)).toEqual([
      { a: 'c1', b: 'e3', number: 5 },
      { a: 'c1', b: 'a1', number: 5 },
      { a: 'd1', b: 'd9', number: 6 },
    ]);
  });

  it('clashes nowhere when it is solved', () => {
    const { board = {} } = pictures.solved ?? {};
    expect(clashesOf(board, 0)).toEqual([]);
    expect(filledOf(board, 0)).toBe(21);
    for (const number of Object.values(board)) expect(number).toBeLessThan(10);
  });

  it('has for its last square the one number that solves it', () => {
    const { d2, ...rest } = pictures.solved?.board ?? {};
    expect(candidatesFor(rest, 0, squareNamed('d2'))).toEqual([d2]);
    expect([...candidatesOf(rest, 0)]).toEqual([['d2', [d2]]]);
  });

  it('has candidates for each empty square and no other', () => {
    const candidates = candidatesOf({ c1: 1, a1: 2, d4: 3 }, 0);
    expect(candidates.size).toBe(19);
    expect(candidates.get('d1')).toEqual([4, 5, 6, 7, 8, 9]);
    expect(candidates.get('b2')).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(candidates.has('e5')).toBe(false);
  });

  it('counts the white squares that others filled', () => {
    expect(filledOf({ d4: 1, b2: 1, i9: 1 }, 0)).toBe(2);
  });
});

it('white numbers that repeat are found in the row and the column (F2)', () => {
  expect(repeatsOf({ d4: 3, b4: 3, d8: 3, h8: 3, c4: 3 }, 'd4')).toEqual(['b4', 'd8']);
});
