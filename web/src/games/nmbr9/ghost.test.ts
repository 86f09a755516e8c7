import { describe, expect, it } from 'vitest';
import { place } from '../../test/nmbr9';
import { actionFor, firstGhost, ghostAt, inOrder, middleOf, placesOf, turned } from './ghost';

describe('turning the ghost', () => {
  it.each([0, 1, 2, 7])('%i comes back to where it was', (number) => {
    const ghost = { number, turn: 0, x: 5, y: -3 };
    expect(turned(turned(ghost, 1), -1)).toEqual(ghost);
    expect([1, 1, 1, 1].reduce((to, quarter) => turned(to, quarter), ghost)).toEqual(ghost);
  });
});

describe('the ghost under the pointer', () => {
  it('is held by its middle', () => {
    expect(ghostAt({ x: 1.5, y: 2 }, 3, 0, [])).toEqual({ number: 3, turn: 0, x: 0, y: 0 });
  });

  it('snaps to a legal place close by', () => {
    const places = [place('r0@1,0', 3, 0, 1, 0, 0)];
    expect(ghostAt({ x: 1.9, y: 2.3 }, 3, 0, places)).toMatchObject({ x: 1, y: 0 });
    expect(ghostAt({ x: 8, y: 8 }, 3, 0, places)).toMatchObject({ x: 7, y: 6 });
  });

  it('lies on a dot when the pointer does', () => {
    const places = [place('r1@4,4', 6, 1, 4, 4, 1), place('r1@5,4', 6, 1, 5, 4, 1)];
    const middle = middleOf({ number: 6, turn: 1, x: 5, y: 4 });
    expect(ghostAt(middle, 6, 1, places)).toMatchObject({ x: 5, y: 4 });
  });
});

describe('legal places', () => {
  const actions = [
    place('r0@0,0', 0, 0, 0, 0, 0),
    place('r1@9,9', 0, 1, 9, 9, 0),
    place('r0@3,0', 0, 0, 3, 0, 1),
    place('r0@0,9', 0, 0, 0, 9, 0),
  ];

  it('are those of the orientation; equal shapes share them', () => {
    expect(placesOf(actions, 0, 0).map(({ text }) => text)).toEqual(['r0@0,0', 'r0@3,0', 'r0@0,9']);
    expect(placesOf(actions, 0, 3).map(({ text }) => text)).toEqual(['r1@9,9']);
    expect(actionFor(actions, { number: 0, turn: 3, x: 9, y: 9 })?.text).toBe('r1@9,9');
    expect(actionFor(actions, { number: 0, turn: 0, x: 9, y: 9 })).toBeUndefined();
  });

  it('are stepped through from the highest level, each exactly once', () => {
    const order = inOrder(actions).map(({ text }) => text);
    expect(order[0]).toBe('r0@3,0');
    expect([...order].sort()).toEqual(actions.map(({ text }) => text).sort());
  });

  it('give the ghost a place to start from', () => {
    expect(firstGhost(actions, 0)).toEqual({ number: 0, turn: 0, x: 3, y: 0 });
    expect(firstGhost([], 0)).toBeNull();
  });
});
