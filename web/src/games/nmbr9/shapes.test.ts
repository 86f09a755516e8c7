import { describe, expect, it } from 'vitest';
import { quarterTurn, type Shape, shapeOf, turnsOf } from './shapes';

const cells = ({ cells }: Shape) => cells.map(({ x, y }) => `${x},${y}`).sort();
const numbers = Array.from({ length: 10 }, (_, number) => number);

describe('the tiles', () => {
  it('have as many cells as K1 says', () => {
    expect(numbers.map((number) => shapeOf(number, 0).cells.length)).toEqual([
      10, 5, 9, 9, 8, 10, 9, 7, 8, 10,
    ]);
  });

  it.each(numbers)('%i is itself again after four quarter turns', (number) => {
    expect(cells(quarterTurn(shapeOf(number, 3)))).toEqual(cells(shapeOf(number, 0)));
  });

  it.each(numbers)('%i looks different in as many turns as it has', (number) => {
    const looks = new Set([0, 1, 2, 3].map((turn) => cells(shapeOf(number, turn)).join(' ')));
    expect(looks.size).toBe(turnsOf(number));
  });

  it('turn clockwise: the foot of a 1 goes from below to the left', () => {
    // XX .X .X .X becomes ...X / XXXX
    expect(cells(shapeOf(1, 1))).toEqual(['0,1', '1,1', '2,1', '3,0', '3,1']);
  });

  it('are never flipped', () => {
    const mirrored = cells({
      ...shapeOf(4, 0),
      cells: shapeOf(4, 0).cells.map(({ x, y }) => ({ x: 2 - x, y })),
    });
    for (const turn of [0, 1, 2, 3]) expect(cells(shapeOf(4, turn))).not.toEqual(mirrored);
  });
});
