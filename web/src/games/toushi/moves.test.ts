import { describe, expect, it } from 'vitest';
import { texts } from '../../test/desk.svelte';
import { add, complete, doubtful, fitting, nothing, optionsOf, readMove } from './moves';
import type { ToushiPosition } from './sheet';

describe('the text of an action', () => {
  it.each([
    ['T6:4@c3', { verb: 'write', die: 'T6', number: 4, square: 'c3', bonus: false }],
    ['bonus T4:2@a1', { verb: 'write', die: 'T4', number: 2, square: 'a1', bonus: true }],
    ['roll T20:15', { verb: 'roll', die: 'T20', number: 15 }],
    ['reroll', { verb: 'reroll' }],
    ['bonus reroll', { verb: 'bonus reroll' }],
    ['stop', { verb: 'stop' }],
  ])('%s', (text, move) => {
    expect(readMove(text)).toEqual(move);
  });

  it('is nothing else', () => {
    for (const text of ['', '*6', 'T6@c3', 'T6:4@g3', 'roll', 'pass']) expect(readMove(text)).toBeNull();
  });
});

describe('picking a square and a number', () => {
  const options = optionsOf(texts('T6:3@c5', 'T8:3@c5', 'T6:4@d4', 'bonus reroll'));

  it('works in either order', () => {
    const square = add(options, nothing, { square: 'c5' });
    expect(complete(options, square)).toBeUndefined();
    expect(complete(options, add(options, square, { die: 'T8', number: 3 }))?.text).toBe('T8:3@c5');
    const number = add(options, nothing, { die: 'T8', number: 3 });
    expect(complete(options, add(options, number, { square: 'c5' }))?.text).toBe('T8:3@c5');
  });

  it('shows what goes with what is picked', () => {
    expect(fitting(options, { ...nothing, square: 'c5' }).map(({ text }) => text)).toEqual([
      'T6:3@c5',
      'T8:3@c5',
    ]);
    expect(fitting(options, { die: 'T6', number: 4, square: null }).map(({ square }) => square)).toEqual([
      'd4',
    ]);
  });

  it('drops what does not go with the newer part', () => {
    const pick = add(options, { die: 'T6', number: 4, square: null }, { square: 'c5' });
    expect(pick).toEqual({ die: null, number: null, square: 'c5' });
  });

  it('needs no square where a die is rolled', () => {
    const rolls = optionsOf(texts('roll T4:1', 'roll T4:2'));
    expect(complete(rolls, { die: 'T4', number: 2, square: null })?.text).toBe('roll T4:2');
  });

  it('leaves the square open while a number could go to several', () => {
    const more = optionsOf(texts('T6:3@c5', 'T6:3@d4'));
    expect(complete(more, { die: 'T6', number: 3, square: null })).toBeUndefined();
  });

  it('does not settle on a square that was not picked', () => {
    expect(complete(options, { die: 'T6', number: 4, square: null })).toBeUndefined();
  });
});

describe('what to ask about', () => {
  const position = {
    phase: 'mark',
    at: 'c3',
    rolled: 6,
    left: { T4: [3, 3, 3, 0], T6: [2, 2, 2, 1, 2, 2] },
  } as unknown as ToushiPosition;

  it('is the picked number on the square', () => {
    expect(doubtful(position, { die: 'T6', number: 3, square: 'c4' })).toBe('T6:3@c4');
  });

  it('is otherwise a number that would lead there', () => {
    // Two squares away: an even number of steps leaves an even number.
    expect(doubtful(position, { ...nothing, square: 'c5' })).toBe('T4:2@c5');
  });

  it('follows the phase', () => {
    expect(doubtful({ ...position, phase: 'choose' }, { die: 'T6', number: 3, square: null })).toBe(
      'roll T6:3',
    );
    expect(doubtful({ ...position, phase: 'choose' }, { ...nothing, square: 'a1' })).toBeNull();
    expect(doubtful({ ...position, phase: 'one' }, { die: 'T6', number: 3, square: 'c4' })).toBe(
      'bonus T6:3@c4',
    );
  });
});
