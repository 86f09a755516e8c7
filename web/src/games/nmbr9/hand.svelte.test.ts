import { beforeEach, describe, expect, it } from 'vitest';
import { FakeDesk } from '../../test/desk.svelte';
import { place, tile } from '../../test/nmbr9';
import type { Nmbr9Position } from './display';
import { Hand } from './hand.svelte';

const one = tile(1, 0, 0, 0, 0);

function position(parts: Partial<Nmbr9Position>): Nmbr9Position {
  return {
    options: { draft: 'unknown' },
    turned: [1, 0],
    left: [1, 1],
    displays: [[one]],
    scores: [0],
    ...parts,
  } as Nmbr9Position;
}

describe('the tile in hand', () => {
  let desk: FakeDesk;
  let hand: Hand;

  beforeEach(() => {
    desk = new FakeDesk();
    desk.position = position({});
    desk.legal = [place('r0@2,0', 0, 0, 2, 0, 0), place('r1@2,1', 0, 1, 2, 1, 0)];
    hand = new Hand(() => desk);
  });

  it('is the card that the seat has not laid', () => {
    expect(hand.number).toBe(0);
    desk.legal = [];
    expect(hand.number).toBeNull();
    expect(hand.ghost).toBeNull();
  });

  it('starts on a legal place', () => {
    expect(hand.fits).toBe(true);
    expect(hand.level).toBe(0);
  });

  it('moved to where it does not fit asks why not', () => {
    hand.move({ number: 0, turn: 0, x: 0, y: 0 });
    expect(hand.fits).toBe(false);
    expect(hand.level).toBe(1);
    expect(desk.asked.at(-1)).toBe('r0@0,0');
    hand.lay();
    expect(desk.choice).toBeNull();
  });

  it('is laid tentatively, and taken back when it moves on', () => {
    hand.move({ number: 0, turn: 0, x: 2, y: 0 });
    hand.lay();
    expect(desk.choice).toBe('r0@2,0');
    hand.turn(1);
    expect(desk.choice).toBeNull();
    expect(hand.ghost?.turn).toBe(1);
  });

  it('steps through the legal places of all orientations', () => {
    const seen = new Set<string>();
    for (let i = 0; i < 2; i++) {
      hand.step(1);
      seen.add(`${hand.ghost?.turn}@${hand.ghost?.x},${hand.ghost?.y}`);
    }
    expect([...seen].sort()).toEqual(['0@2,0', '1@2,1']);
  });

  it('shows places of the orientation that it has', () => {
    hand.move({ number: 0, turn: 2, x: 9, y: 9 });
    expect(hand.places.map(({ text }) => text)).toEqual(['r0@2,0']);
    hand.turn(1);
    expect(hand.places.map(({ text }) => text)).toEqual(['r1@2,1']);
  });

  it('follows a choice that came from elsewhere', () => {
    desk.choose('r1@2,1');
    expect(hand.ghost).toMatchObject({ turn: 1, x: 2, y: 1 });
  });

  it('starts afresh with the next tile', () => {
    hand.move({ number: 0, turn: 0, x: 40, y: 40 });
    desk.position = position({ turned: [1, 0, 0], displays: [[one, tile(0, 0, 2, 0, 0)]] });
    expect(hand.ghost).not.toMatchObject({ x: 40 });
  });

  it('is chosen by the seat with a free draft', () => {
    desk.position = position({ options: { draft: 'free' }, turned: [], left: [[1, 1, 1]] });
    desk.legal = [place('0r0@2,0', 0, 0, 2, 0, 0), place('2r0@2,0', 2, 0, 2, 0, 0)];
    expect(hand.number).toBe(0);
    hand.pick(2);
    expect(hand.number).toBe(2);
    hand.pick(7);
    expect(hand.number).toBe(2);
    hand.move({ number: 2, turn: 0, x: 30, y: 0 });
    expect(desk.asked.at(-1)).toBe('2r0@30,0');
  });
});
