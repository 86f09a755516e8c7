import { beforeEach, describe, expect, it } from 'vitest';
import { FakeDesk, texts } from '../../test/desk.svelte';
import { position } from '../../test/oneOhEight';
import { Selection } from './selection.svelte';

describe('picking', () => {
  let desk: FakeDesk;
  let selection: Selection;
  const lit = () => [...selection.lit].sort();

  beforeEach(() => {
    desk = new FakeDesk();
    desk.position = position();
    desk.legal = texts('3@c1', '8@c1', '8@d6', 'e1-c1', 'e1-c2', 'e1x', '-');
    selection = new Selection(() => desk);
  });

  it('begins with all squares that a number may go to, and one’s own numbers', () => {
    expect(lit()).toEqual(['c1', 'd6', 'e1']);
    expect([...selection.digits].sort()).toEqual([3, 8]);
  });

  it('takes the number first', () => {
    selection.digit(8, null);
    expect(selection.pick).toEqual({ kind: 'number', number: 8 });
    expect(lit()).toEqual(['c1', 'd6']);
    selection.tap('d6');
    expect(desk.choice).toBe('8@d6');
    expect(selection.target).toBe('d6');
  });

  it('takes the square first', () => {
    selection.tap('c1');
    expect(selection.pick).toEqual({ kind: 'square', square: 'c1' });
    selection.digit(3, null);
    expect(desk.choice).toBe('3@c1');
  });

  it('lays the one number that a square takes at once', () => {
    selection.tap('d6');
    expect(desk.choice).toBe('8@d6');
  });

  it('places at the cursor what is typed there', () => {
    selection.digit(3, 'c1');
    expect(desk.choice).toBe('3@c1');
    selection.digit(8, 'c1');
    expect(desk.choice).toBe('8@c1');
  });

  it('takes up what is typed where it does not go', () => {
    selection.digit(3, 'd6');
    expect(desk.choice).toBeNull();
    expect(selection.pick).toEqual({ kind: 'number', number: 3 });
    selection.digit(3, 'd6');
    expect(selection.pick).toBeNull();
  });

  it('moves, or takes off, a number of one’s own', () => {
    selection.tap('e1');
    expect(selection.pick).toEqual({ kind: 'from', square: 'e1' });
    expect(lit()).toEqual(['c1', 'c2']);
    selection.tap('c2');
    expect(desk.choice).toBe('e1-c2');
    selection.takeOff(null);
    expect(desk.choice).toBe('e1x');
    expect(selection.target).toBe('e1');
  });

  it('puts down again what was taken up', () => {
    selection.tap('e1');
    selection.tap('e1');
    expect(selection.pick).toBeNull();
    selection.tap('c1');
    selection.tap('c1');
    expect(selection.pick).toBeNull();
  });

  it('keeps the number in hand when its square is tapped again', () => {
    selection.digit(8, null);
    selection.tap('d6');
    selection.tap('d6');
    expect(desk.choice).toBeNull();
    expect(selection.pick).toEqual({ kind: 'number', number: 8 });
  });

  it('goes from one square to another with the same number', () => {
    selection.digit(8, null);
    selection.tap('d6');
    expect(lit()).toEqual(['c1', 'd6']);
    selection.tap('c1');
    expect(desk.choice).toBe('8@c1');
  });

  it('begins anew in a new position', () => {
    selection.digit(8, null);
    desk.legal = texts('3@c1', '-');
    expect(selection.pick).toBeNull();
  });

  it('does nothing, if that is wanted', () => {
    selection.nothing();
    expect(desk.choice).toBe('-');
    expect(selection.target).toBeNull();
    expect(selection.object()).toBe(false);
  });

  it('asks why not, about what was meant', () => {
    selection.tap('h4');
    expect(desk.asked.at(-1)).toBe('3@h4');
    selection.tap('d4');
    expect(desk.asked.at(-1)).toBe('d4x');
    selection.digit(8, null);
    selection.tap('b2');
    expect(desk.asked.at(-1)).toBe('8@b2');
    selection.tap('e1');
    selection.tap('d2');
    expect(desk.asked.at(-1)).toBe('e1-d2');
    selection.clear();
    selection.digit(5, null);
    expect(desk.asked.at(-1)).toMatch(/^5@/);
  });

  it('asks when the pointer rests on what cannot be, and nothing else', () => {
    selection.point('h4');
    expect(desk.asked.at(-1)).toBe('3@h4');
    selection.point('c1');
    expect(desk.asked.at(-1)).toBeNull();
    selection.digit(8, null);
    selection.point('e1');
    expect(desk.asked.at(-1)).toBeNull();
  });

  it('asks nothing of those who watch', () => {
    desk.legal = [];
    selection.tap('c1');
    selection.point('c1');
    selection.nothing();
    expect(desk.asked).toEqual([]);
    expect(desk.choice).toBeNull();
  });
});

describe('other phases', () => {
  const desk = new FakeDesk();
  const selection = new Selection(() => desk);

  beforeEach(() => desk.choose(null));

  it('a stack is chosen by its number', () => {
    desk.position = position({ phase: 'stack' });
    desk.legal = texts('s1', 's3');
    selection.digit(3, null);
    expect(desk.choice).toBe('s3');
    selection.tap('e5');
    expect(desk.asked.at(-1)).toBe('#e5');
  });

  it('a black number goes to a black square', () => {
    desk.position = position({ phase: 'black', revealed: 4 });
    desk.legal = texts('#e5', '#i1');
    expect([...selection.lit]).toEqual(['e5', 'i1']);
    selection.tap('i1');
    expect(desk.choice).toBe('#i1');
    selection.tap('a1');
    expect(desk.asked.at(-1)).toBe('#a1');
  });

  it('the others warn or punish, or are silent', () => {
    desk.position = position({ phase: 'warn' });
    desk.legal = texts('warn', 'silent');
    expect(selection.object()).toBe(true);
    expect(desk.choice).toBe('warn');
    selection.nothing();
    expect(desk.choice).toBe('silent');
    desk.legal = texts('punish', 'silent');
    selection.object();
    expect(desk.choice).toBe('punish');
  });

  it('a white number that repeats is removed where it lies', () => {
    desk.position = position({ phase: 'remove', board: { d4: 3, b4: 3 } });
    desk.legal = texts('silent', 'remove d4', 'remove b4');
    expect([...selection.lit]).toEqual(['d4', 'b4']);
    selection.tap('b4');
    expect(desk.choice).toBe('remove b4');
    expect(selection.target).toBe('b4');
    selection.tap('f4');
    expect(desk.asked.at(-1)).toBe('remove f4');
  });
});
