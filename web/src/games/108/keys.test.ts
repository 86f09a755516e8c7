import { expect, it } from 'vitest';
import { commandOf } from './keys';

it.each([
  ['1', { do: 'digit', number: 1 }],
  ['9', { do: 'digit', number: 9 }],
  ['n', { do: 'step', by: 1 }],
  ['p', { do: 'step', by: -1 }],
  ['c', { do: 'candidates' }],
  ['x', { do: 'take' }],
  ['Delete', { do: 'take' }],
  ['Backspace', { do: 'take' }],
  ['-', { do: 'nothing' }],
  ['!', { do: 'object' }],
])('the key %s', (key, command) => {
  expect(commandOf(key)).toEqual(command);
});

it.each(['0', 'a', 'Enter', 'ArrowUp', '12'])('the key %s is none of the board', (key) => {
  expect(commandOf(key)).toBeNull();
});
