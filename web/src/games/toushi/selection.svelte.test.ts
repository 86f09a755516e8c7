import { beforeEach, describe, expect, it } from 'vitest';
import { FakeDesk, texts } from '../../test/desk.svelte';
import { Selection } from './selection.svelte';
import type { ToushiPosition } from './sheet';

const position = {
  phase: 'mark',
  at: 'c3',
  rolled: 6,
  left: { T4: [3, 3, 3, 3] },
} as unknown as ToushiPosition;

describe('the selection', () => {
  let desk: FakeDesk;
  let selection: Selection;

  beforeEach(() => {
    desk = new FakeDesk();
    desk.position = position;
    desk.legal = texts('T6:3@c5', 'T8:3@c5', 'T6:4@d4');
    selection = new Selection(() => desk);
  });

  it('lights what may be picked', () => {
    expect([...selection.squares.keys()].sort()).toEqual(['c5', 'd4']);
    expect(selection.isLit('T6', 4)).toBe(true);
    expect(selection.isLit('T4', 1)).toBe(false);
  });

  it('offers what a square takes, and chooses when it is one action', () => {
    expect(selection.take({ square: 'c5' })).toBe(true);
    expect(selection.offers.map(({ text }) => text)).toEqual(['T6:3@c5', 'T8:3@c5']);
    expect(desk.choice).toBeNull();
    selection.take({ die: 'T8', number: 3 });
    expect(desk.choice).toBe('T8:3@c5');
    expect(selection.offers).toEqual([]);
  });

  it('asks why not about the rest', () => {
    expect(selection.take({ square: 'a1' })).toBe(false);
    expect(desk.asked.at(-1)).toMatch(/@a1$/);
    selection.point({ die: 'T4', number: 1 });
    expect(desk.asked.at(-1)).toBe('T4:1@c3');
    selection.point({ square: 'c5' });
    expect(desk.asked.at(-1)).toBeNull();
  });

  it('is empty again when the choice is taken back', () => {
    selection.take({ square: 'c5' });
    selection.take({ die: 'T6', number: 3 });
    desk.choose(null);
    expect(selection.pick).toEqual({ die: null, number: null, square: null });
  });

  it('shows a choice that was typed', () => {
    desk.choose('T6:4@d4');
    expect(selection.pick).toEqual({ die: 'T6', number: 4, square: 'd4' });
  });

  it('is empty in a new position', () => {
    selection.take({ square: 'c5' });
    desk.legal = texts('T6:3@c5', 'T8:3@c5');
    expect(selection.pick.square).toBeNull();
  });
});
