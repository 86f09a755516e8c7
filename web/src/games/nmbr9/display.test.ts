import { describe, expect, it } from 'vitest';
import { demoTiles } from './demo';
import {
  boxAround,
  comingNumbers,
  leftFor,
  type Nmbr9Position,
  pointsByLevel,
  previewLevel,
  readPlacement,
  type Tile,
  textOf,
  topTiles,
  visibleCells,
} from './display';

const one: Tile = { number: 1, turn: 0, x: 0, y: 0, level: 0 };
const other: Tile = { number: 1, turn: 2, x: -1, y: 0, level: 0 };
const zero: Tile = { number: 0, turn: 0, x: -1, y: 0, level: 1 };

describe('the level of a ghost', () => {
  it('is 0 on the table', () => {
    expect(previewLevel(topTiles([]), { number: 4, turn: 0, x: 0, y: 0 })).toBe(0);
    expect(previewLevel(topTiles([one]), { number: 4, turn: 0, x: 2, y: 0 })).toBe(0);
  });

  it('is one above what lies there: two 1s carry a 0 (X2)', () => {
    expect(previewLevel(topTiles([one, other]), zero)).toBe(1);
    expect(previewLevel(topTiles([one, other, zero]), zero)).toBe(2);
  });

  it('is that of the highest thing under it', () => {
    expect(previewLevel(topTiles([one, other, zero]), { number: 1, turn: 0, x: 1, y: 0 })).toBe(2);
  });
});

describe('a display', () => {
  it('shows only the cells that nothing covers', () => {
    const top = topTiles([one, other, zero]);
    expect(visibleCells(top, zero)).toHaveLength(10);
    expect(visibleCells(top, one)).toHaveLength(0);
  });

  it('counts numbers times levels (S1, X1)', () => {
    expect(pointsByLevel([one, zero, { number: 8, turn: 0, x: 0, y: 0, level: 2 }])).toEqual([0, 0, 16]);
    expect(pointsByLevel([])).toEqual([]);
  });

  it('lies in the middle of its box', () => {
    expect(boxAround([one], 1, 0)).toEqual({ left: -1, top: -1, width: 4, height: 6 });
    const box = boxAround([one, other], 4, 20);
    expect([box.width, box.height]).toEqual([20, 20]);
    expect(box.left).toBeLessThanOrEqual(-1);
    expect(box.left + box.width).toBeGreaterThanOrEqual(2);
  });
});

describe('the text of a placement', () => {
  it.each([
    ['r1@3,-2', 7],
    ['r0@0,0', 0],
    ['r3@-10,12', 9],
  ])('%s is read and written', (text, number) => {
    const placement = readPlacement(text, number);
    expect(placement?.number).toBe(number);
    expect(placement && textOf(placement, false)).toBe(text);
  });

  it('names the number where the seat chooses it', () => {
    expect(readPlacement('7r1@3,-2', 0)).toEqual({ number: 7, turn: 1, x: 3, y: -2 });
    expect(textOf({ number: 7, turn: 1, x: 3, y: -2 }, true)).toBe('7r1@3,-2');
  });

  it('has the smallest turn of equal shapes', () => {
    expect(textOf({ number: 8, turn: 3, x: 1, y: 1 }, false)).toBe('r1@1,1');
  });

  it('is nothing else', () => {
    for (const text of ['', 'r4@0,0', 'r0@0', 'end', 'r0@0,0 ']) expect(readPlacement(text, 1)).toBeNull();
  });
});

describe('the cards', () => {
  const position = {
    turned: [4, 9, 0],
    left: [1, 2],
    displays: [[one, other], []],
  } as unknown as Nmbr9Position;

  it('to come are those that the seat has not laid', () => {
    expect(comingNumbers(position, 0)).toEqual([0]);
    expect(comingNumbers(position, 1)).toEqual([4, 9, 0]);
  });

  it('left are the same for all, or one list a seat', () => {
    expect(leftFor(position, 1)).toEqual([1, 2]);
    expect(
      leftFor(
        {
          ...position,
          left: [
            [1, 2],
            [0, 2],
          ],
        } as Nmbr9Position,
        1,
      ),
    ).toEqual([0, 2]);
  });
});

it('the small board has the levels that its tiles make', () => {
  for (const [i, tile] of demoTiles.entries()) {
    expect(previewLevel(topTiles(demoTiles.slice(0, i)), tile)).toBe(tile.level);
  }
});
