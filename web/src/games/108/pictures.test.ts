import { describe, expect, it } from 'vitest';
import { pictures } from './pictures';
import { against } from './puzzle';
import { HOMES, squareNamed } from './squares';
import { rules } from './words';

describe('the pictures of the rules', () => {
  it('are those that the rules name', () => {
    const named = rules().flatMap(({ items }) => items.flatMap(({ picture }) => picture ?? []));
    expect(named.sort()).toEqual(Object.keys(pictures).sort());
  });

  it('show a black number on a black square, and white numbers with who placed them', () => {
    expect(squareNamed(pictures.black?.black ?? '').kind).toBe('black');
    for (const { board, whiteOwner = {} } of Object.values(pictures)) {
      const white = Object.keys(board).filter((name) => squareNamed(name).kind === 'white');
      expect(Object.keys(whiteOwner).sort()).toEqual(white.sort());
      for (const [name, seat] of Object.entries(whiteOwner)) expect(squareNamed(name).homes).toContain(seat);
    }
  });

  it('join what stands against each other', () => {
    for (const { board, against: pairs = [] } of Object.values(pictures)) {
      for (const [a, b] of pairs) {
        const seat = HOMES.findIndex((home) => home.some(({ name }) => name === a));
        const found = against(board, seat, squareNamed(a), board[a] ?? 0);
        expect(found.map(({ name }) => name)).toContain(b);
      }
    }
  });
});
