import { describe, expect, it } from 'vitest';
import { HOMES, LINES, outlineOf, ownerOf, reachOf, SQUARES, sharerOf, squareNamed } from './squares';

/** As in the rules: # black, + white, a letter for each colour, capital on its Dragon. */
const DRAWN = [
  '#brrrg#y#',
  'r+rRr+r+r',
  '#brrrgyyy',
  'y+y+y+yYy',
  'bbbr#gyyy',
  'bBb+b+b+b',
  'bbbrgggy#',
  'g+g+gGg+g',
  '#b#rgggy#',
];

describe('the board', () => {
  it('is that of the rules (B1)', () => {
    const signs = SQUARES.map((square) => {
      if (square.kind === 'black') return '#';
      if (square.kind === 'white') return '+';
      const letter = 'rygb'.charAt(ownerOf(square) ?? 0);
      return square.kind === 'dragon' ? letter.toUpperCase() : letter;
    });
    expect(signs.join('')).toBe(DRAWN.join(''));
  });

  it('has homes of 21 squares, of which row, column and base have nine each (B2)', () => {
    for (const home of HOMES) expect(home).toHaveLength(21);
    for (const lines of LINES) expect(lines.map(({ length }) => length)).toEqual([9, 9, 9]);
  });

  it('lets every two seats share two white squares (B3)', () => {
    const pairs = SQUARES.filter(({ kind }) => kind === 'white').map(({ homes }) => homes.join());
    expect(pairs.sort()).toEqual([
      '0,1',
      '0,1',
      '0,2',
      '0,2',
      '0,3',
      '0,3',
      '1,2',
      '1,2',
      '1,3',
      '1,3',
      '2,3',
      '2,3',
    ]);
  });

  it('shares a white square with whom there is (B5)', () => {
    expect(sharerOf('d4', 0, 4)).toBe(1);
    expect(sharerOf('b2', 0, 4)).toBe(3);
    expect(sharerOf('b2', 0, 3)).toBeNull();
    expect(sharerOf('a2', 0, 4)).toBeNull();
  });

  it('knows which squares a black one speaks to (B4)', () => {
    const reach = reachOf(squareNamed('i7')).map(({ name }) => name);
    expect(reach).toEqual([
      'i2',
      'i3',
      'i4',
      'i5',
      'i6',
      'a7',
      'b7',
      'c7',
      'd7',
      'e7',
      'f7',
      'g7',
      'h7',
      'i8',
    ]);
  });

  it('has homes with a border all around', () => {
    // As long as that of the box around it: going around a shape without dents of its own, nothing is gone twice.
    const edges = outlineOf(0).match(/M/g) ?? [];
    expect(edges).toHaveLength(36);
    expect(outlineOf(0)).toContain('M2 0v1');
  });
});
