import { describe, expect, it } from 'vitest';
import { levelPlace, numberPlace } from './labels';
import { loopsAround, outlinePath } from './outline';
import { shapeOf } from './shapes';

/** Twice the area to the right of a closed line: negative for a hole. */
function area(loop: { x: number; y: number }[]): number {
  return (
    loop.reduce((sum, { x, y }, i) => {
      const next = loop[(i + 1) % loop.length] ?? { x, y };
      return sum + x * next.y - next.x * y;
    }, 0) / 2
  );
}

describe('the outline', () => {
  it('of a cell has four corners', () => {
    expect(loopsAround([{ x: 2, y: 3 }])).toEqual([
      [
        { x: 2, y: 3 },
        { x: 3, y: 3 },
        { x: 3, y: 4 },
        { x: 2, y: 4 },
      ],
    ]);
  });

  it('of a 0 has a hole', () => {
    const loops = loopsAround(shapeOf(0, 0).cells);
    expect(loops).toHaveLength(2);
    expect(loops.map(area).sort((a, b) => a - b)).toEqual([-2, 12]);
  });

  it.each(Array.from({ length: 40 }, (_, i) => [i % 10, Math.floor(i / 10)]))(
    'of %i turned %i times holds all its cells and turns at every corner',
    (number, turn) => {
      const { cells } = shapeOf(number, turn);
      const loops = loopsAround(cells);
      expect(loops.reduce((sum, loop) => sum + area(loop), 0)).toBe(cells.length);
      for (const loop of loops) {
        for (const [i, corner] of loop.entries()) {
          const [before, after] = [loop.at(i - 1), loop[(i + 1) % loop.length]];
          expect((before?.x === corner.x) !== (after?.x === corner.x)).toBe(true);
        }
      }
    },
  );

  it('keeps cells that touch by a corner apart', () => {
    expect(
      loopsAround([
        { x: 0, y: 0 },
        { x: 1, y: 1 },
      ]),
    ).toHaveLength(2);
  });

  it('is drawn inside of the cells', () => {
    const figures = outlinePath([{ x: 0, y: 0 }], 0.1, 0.2)
      .match(/[\d.]+/g)
      ?.map(Number);
    expect(Math.min(...(figures ?? []))).toBe(0.1);
    expect(Math.max(...(figures ?? []))).toBe(0.9);
  });
});

describe('the labels', () => {
  it('prefer a block of four cells for the number', () => {
    expect(numberPlace(shapeOf(6, 0).cells)?.size).toBeGreaterThan(
      numberPlace(shapeOf(1, 0).cells)?.size ?? 9,
    );
  });

  it('stay on what is seen', () => {
    expect(numberPlace([{ x: 4, y: 2 }])).toMatchObject({ x: 4.5, y: 2.5 });
    expect(numberPlace([])).toBeNull();
  });

  it('leave the number room', () => {
    const number = numberPlace([{ x: 0, y: 0 }]);
    expect(number && levelPlace([{ x: 0, y: 0 }], number)).toBeNull();
  });
});
