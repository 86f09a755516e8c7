import { describe, expect, it } from 'vitest';
import { commandOf } from './keys';
import { nothingTyped, type } from './typing';

const hand = ['R5', 'Y1', 'Y6', 'G1'];

describe('typing a tile', () => {
  it('takes colour and number in either order', () => {
    const colour = type('y', nothingTyped, hand, null);
    expect(colour).toMatchObject({ pick: 'Y1' });
    expect(type('6', colour?.typed ?? nothingTyped, hand, 'Y1')).toMatchObject({
      lay: 'Y6',
      typed: nothingTyped,
    });
    const number = type('1', nothingTyped, hand, null);
    expect(number).toMatchObject({ pick: 'Y1' });
    expect(type('G', number?.typed ?? nothingTyped, hand, 'Y1')).toMatchObject({ lay: 'G1' });
  });

  it('goes to the next such tile when it is typed again', () => {
    const once = type('y', nothingTyped, hand, null);
    const twice = type('y', once?.typed ?? nothingTyped, hand, once?.pick ?? null);
    expect(twice?.pick).toBe('Y6');
    expect(type('y', twice?.typed ?? nothingTyped, hand, twice?.pick ?? null)?.pick).toBe('Y1');
  });

  it('knows a 6 as a nine', () => {
    expect(type('9', nothingTyped, hand, null)?.pick).toBe('Y9');
    expect(type('9', { colour: 'Y', number: null }, hand, 'Y1')?.lay).toBe('Y9');
  });

  it('picks nothing that is not there, and leaves other keys alone', () => {
    expect(type('b', nothingTyped, hand, null)?.pick).toBeUndefined();
    expect(type('x', nothingTyped, hand, null)).toBeNull();
    expect(type('0', nothingTyped, hand, null)).toBeNull();
  });
});

describe('keys', () => {
  it.each([
    ['ArrowLeft', { do: 'move', dx: -1, dy: 0 }],
    ['ArrowDown', { do: 'move', dx: 0, dy: 1 }],
    ['y', { do: 'type', key: 'y' }],
    ['P', { do: 'type', key: 'P' }],
    ['9', { do: 'type', key: '9' }],
    ['0', { do: 'fit' }],
    ['t', { do: 'flip' }],
    [' ', { do: 'way' }],
    ['Backspace', { do: 'back' }],
    ['N', { do: 'place', step: -1 }],
    ['Enter', { do: 'enter' }],
  ])('%s', (key, command) => {
    expect(commandOf(key)).toEqual(command);
  });

  it('of the shell are none of the board', () => {
    for (const key of ['h', '?', '/', ',', '.', 'l', 's', 'Escape', 'Tab']) {
      expect(commandOf(key)).toBeNull();
    }
  });
});
