import { beforeEach, describe, expect, it } from 'vitest';
import { FakeDesk, texts } from '../../test/desk.svelte';
import { Draft } from './draft.svelte';
import type { SumokuPosition } from './tiles';

/** A row 3 7 on the table, key 5. */
function position(parts: Partial<SumokuPosition> = {}): SumokuPosition {
  return {
    key: 5,
    board: [
      [0, 0, 'R3'],
      [1, 0, 'G7'],
    ],
    laid: [],
    stocks: [['R5', 'O1', 'B5', 'B5', 'P6']],
    bag: [],
    ...parts,
  } as unknown as SumokuPosition;
}

describe('a draft', () => {
  let desk: FakeDesk;
  let draft: Draft;

  beforeEach(() => {
    sessionStorage.clear();
    desk = new FakeDesk();
    desk.position = position();
    desk.legal = texts('B5@2,0', 'O1@2,1', 'B5@-1,0', 'P9@0,1');
    draft = new Draft(() => desk);
  });

  it('lights where a play may begin, with the tile picked', () => {
    expect([...draft.lit].sort()).toEqual(['-1,0', '0,1', '2,0', '2,1']);
    draft.pick('B5');
    expect([...draft.lit].sort()).toEqual(['-1,0', '2,0']);
  });

  it('is laid in any order and offered in that of the rules', () => {
    draft.lay({ x: 2, y: 0 }, 'B5');
    draft.offer();
    expect(desk.choices).toEqual(['B5@2,0', 'end']);
    draft.lay({ x: 3, y: 0 }, 'P6');
    draft.offer();
    expect(desk.choices).toEqual([]);
    draft.back();
    draft.lay({ x: -1, y: 0 }, 'P6');
    expect(draft.play.decisions).toEqual(['P6@-1,0', 'B5@2,0']);
  });

  it('offers the end of a play that nothing can be added to', () => {
    desk.position = position({ laid: [[2, 0, 'B5']] });
    desk.legal = texts('end', 'O1@3,0');
    draft.offer();
    expect(desk.choices).toEqual([]);
    desk.legal = texts('end');
    draft.offer();
    expect(desk.choices).toEqual(['end']);
  });

  it('keeps the order of the stock over a reload, at its own table', () => {
    draft.arrange(0, 2);
    expect(new Draft(() => desk).order).toEqual(['O1', 'B5', 'R5', 'B5', 'P6']);
    desk.id = 'another';
    expect(new Draft(() => desk).order).toEqual(['R5', 'O1', 'B5', 'B5', 'P6']);
  });

  it('takes tiles back', () => {
    draft.lay({ x: 2, y: 0 }, 'B5');
    expect(draft.hand).toEqual(['R5', 'O1', 'B5', 'P6']);
    expect(draft.slots.map(({ out }) => out)).toEqual([false, false, true, false, false]);
    draft.lift({ x: 2, y: 0 });
    expect([draft.picked, draft.tiles]).toEqual(['B5', []]);
    draft.lay({ x: 2, y: 0 });
    draft.clear();
    expect(draft.hand).toHaveLength(5);
    expect(draft.back()).toBe(false);
  });

  it('swaps a tile for the one on its place', () => {
    draft.lay({ x: 2, y: 0 }, 'B5');
    draft.lay({ x: 2, y: 0 }, 'O1');
    expect(draft.tiles).toEqual([{ x: 2, y: 0, face: 'O1' }]);
    expect(draft.picked).toBe('B5');
  });

  it('asks why a tile cannot lie there, or is not there at all', () => {
    expect(draft.lay({ x: 1, y: 0 }, 'B5')).toBe(false);
    expect(desk.asked.at(-1)).toBe('B5@1,0');
    expect(draft.lay({ x: 2, y: 0 }, 'Y1')).toBe(false);
    expect(desk.asked.at(-1)).toBe('Y1@2,0');
  });

  it('asks about a colour that would stand twice, but not about what other tiles can mend', () => {
    draft.pick('R5');
    draft.point({ x: 2, y: 0 });
    expect(desk.asked.at(-1)).toBe('R5@2,0');
    draft.pick('P6');
    draft.point({ x: -1, y: 0 });
    expect(desk.asked.at(-1)).toBeNull();
  });

  it('turns a 6 that is picked, or lies', () => {
    draft.tap('P6');
    draft.tap('P6');
    expect(draft.picked).toBe('P9');
    draft.tap('P6');
    expect(draft.picked).toBeNull();
    draft.lay({ x: 0, y: 1 }, 'P6');
    expect(draft.flip()).toBe(true);
    expect(draft.tiles[0]?.face).toBe('P9');
    draft.lay({ x: 0, y: 2 }, 'B5');
    expect(draft.flip()).toBe(false);
  });

  it('is typed along the direction last moved in, past what lies', () => {
    draft.goTo({ x: -2, y: 0 });
    draft.move(1, 0);
    for (const key of ['b', '5']) draft.type(key);
    expect(draft.tiles).toEqual([{ x: -1, y: 0, face: 'B5' }]);
    expect(draft.cursor).toEqual({ x: 2, y: 0 });
    for (const key of ['5', 'b']) draft.type(key);
    expect(draft.tiles.at(-1)).toEqual({ x: 2, y: 0, face: 'B5' });
    expect(draft.preview.lines[0]?.twice).toEqual(['B']);
  });

  it('shows the sums with the tile in hand before it is laid', () => {
    draft.pick('B5');
    draft.point({ x: 2, y: 0 });
    expect(draft.ghost).toEqual({ x: 2, y: 0, face: 'B5' });
    expect(draft.preview).toMatchObject({ points: 15, whole: true });
    expect(draft.plan).toBeNull();
    draft.point({ x: 1, y: 0 });
    expect(draft.ghost).toBeNull();
  });

  it('goes from one place to begin to the next', () => {
    draft.step(1);
    const first = draft.cursor;
    for (let i = 0; i < 4; i++) draft.step(1);
    expect(draft.cursor).toEqual(first);
    draft.step(-1);
    draft.step(1);
    expect(draft.cursor).toEqual(first);
  });

  it('keeps what is not yet taken while its decisions are taken one after another', () => {
    draft.lay({ x: 2, y: 0 }, 'B5');
    draft.lay({ x: 3, y: 0 }, 'O1');
    desk.position = position({ laid: [[2, 0, 'B5']], stocks: [['R5', 'O1', 'B5', 'P6']] });
    expect(draft.tiles).toEqual([{ x: 3, y: 0, face: 'O1' }]);
    desk.position = position({
      board: [
        [0, 0, 'R3'],
        [1, 0, 'G7'],
        [2, 0, 'B5'],
      ],
    });
    expect(draft.tiles).toEqual([]);
  });

  it('shows a tile that was chosen by its text, and goes on from there', () => {
    desk.choose('O1@2,1');
    expect(draft.tiles).toEqual([{ x: 2, y: 1, face: 'O1' }]);
    draft.offer();
    expect(desk.choices).toEqual(['O1@2,1']);
    draft.lay({ x: 2, y: 0 }, 'B5');
    expect(draft.tiles).toHaveLength(2);
    expect(desk.choices).toEqual([]);
  });

  it('moves the first play to the middle', () => {
    desk.position = position({ board: [] });
    draft.lay({ x: 4, y: 2 }, 'B5');
    expect(draft.tiles).toEqual([{ x: 0, y: 0, face: 'B5' }]);
    draft.lay({ x: -1, y: 0 }, 'R5');
    expect(draft.play.decisions).toEqual(['R5@0,0', 'B5@1,0']);
  });

  it('is none for those who cannot act', () => {
    desk.legal = [];
    expect(draft.lay({ x: 2, y: 0 }, 'B5')).toBe(false);
    expect([draft.active, draft.tiles, draft.lit.size]).toEqual([false, [], 0]);
    desk.legal = texts('pass');
    expect(draft.active).toBe(false);
  });

  it('keeps the order of the stock', () => {
    draft.arrange(0, 4);
    expect(draft.order).toEqual(['O1', 'B5', 'B5', 'P6', 'R5']);
    desk.position = position({ stocks: [['R5', 'O1', 'B5', 'P6', 'R1']] });
    draft.remember();
    expect(draft.order).toEqual(['O1', 'B5', 'P6', 'R5', 'R1']);
    draft.sort('number');
    expect(draft.order).toEqual(['R1', 'O1', 'R5', 'B5', 'P6']);
  });
});
