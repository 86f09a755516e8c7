import { describe, expect, it } from 'vitest';
import { commandOf } from './keys';

const press = (key: string, shiftKey = false, free = false) => commandOf({ key, shiftKey }, free);

describe('the keys of the board', () => {
  it('move the tile, farther with Shift', () => {
    expect(press('ArrowUp')).toEqual({ do: 'move', dx: 0, dy: -1 });
    expect(press('ArrowRight', true)).toEqual({ do: 'move', dx: 3, dy: 0 });
  });

  it('turn it', () => {
    expect(press('r')).toEqual({ do: 'turn', quarters: 1 });
    expect(press('R', true)).toEqual({ do: 'turn', quarters: -1 });
  });

  it('are digits for numbers only where these are chosen', () => {
    expect(press('0')).toEqual({ do: 'fit' });
    expect(press('0', false, true)).toEqual({ do: 'pick', number: 0 });
    expect(press('7')).toBeNull();
    expect(press('7', false, true)).toEqual({ do: 'pick', number: 7 });
  });

  it('leave the others to the shell', () => {
    for (const key of ['h', '?', '/', ',', '.', 'l', 's', 'Escape', 'Tab']) expect(press(key)).toBeNull();
  });
});
