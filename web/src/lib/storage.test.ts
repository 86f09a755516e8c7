import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { isKeyPassing, keepKey, keyOf, list, listedTables, note, noteOf } from './keys';
import { readSettings } from './settings.svelte';
import { drop, load, names, passing, save } from './storage';

beforeEach(() => {
  localStorage.clear();
  for (const name of names('')) drop(name);
});
afterEach(() => vi.restoreAllMocks());

/** The ways in which a browser stores nothing. */
const failures: [string, () => void][] = [
  [
    'is blocked',
    () =>
      vi.spyOn(globalThis, 'localStorage', 'get').mockImplementation(() => {
        throw new DOMException('Access is denied.', 'SecurityError');
      }),
  ],
  [
    'is not there',
    () => vi.spyOn(globalThis, 'localStorage', 'get').mockReturnValue(null as unknown as Storage),
  ],
  [
    'is full',
    () => {
      const storage = localStorage;
      const setItem = () => {
        throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
      };
      const full = new Proxy(storage, {
        get: (_, name) => (name === 'setItem' ? setItem : Reflect.get(storage, name)),
      });
      vi.spyOn(globalThis, 'localStorage', 'get').mockReturnValue(full);
    },
  ],
];

describe.each(failures)('storage that %s', (_, fail) => {
  it('leaves values in memory', () => {
    fail();
    expect(save('x', { a: 1 })).toBe(false);
    expect(load('x')).toEqual({ a: 1 });
    expect([names(''), passing('x')]).toEqual([['x'], true]);
    drop('x');
    expect([load('x'), names(''), passing('x')]).toEqual([null, [], false]);
  });

  it('leaves tables playable and listed', () => {
    fail();
    keepKey({ table: 't', key: 'secret' });
    note('t', { game: 'nmbr9', seats: [], changed: 1 });
    expect([keyOf('t'), listedTables(), isKeyPassing('t')]).toEqual(['secret', ['t'], true]);
    expect(noteOf('t')).toMatchObject({ game: 'nmbr9' });
    list('t', false);
    expect([keyOf('t'), listedTables()]).toEqual(['secret', []]);
    list('t', true);
    expect([keyOf('t'), listedTables()]).toEqual(['secret', ['t']]);
  });
});

it('a newer value stands before the one that a full storage still holds', () => {
  save('x', 'old');
  failures[2]?.[1]();
  save('x', 'new');
  expect(load('x')).toBe('new');
  vi.restoreAllMocks();
  save('x', 'newest');
  expect([load('x'), passing('x')]).toEqual(['newest', false]);
});

it('a full storage does not lose a key that it has', () => {
  keepKey({ table: 't', key: 'secret' });
  failures[2]?.[1]();
  list('t', false);
  vi.restoreAllMocks();
  expect(localStorage.getItem('abaculus.key.t')).toBe('"secret"');
  expect([keyOf('t'), isKeyPassing('t')]).toEqual(['secret', false]);
});

it('what makes no sense in stored settings is left out', () => {
  const defaults = readSettings(null);
  for (const odd of [
    'dark',
    7,
    [],
    { theme: 'pink', language: 'toString', motion: 'no', name: null, other: 1 },
  ])
    expect(readSettings(odd)).toEqual(defaults);
  expect(readSettings({ theme: 'dark', language: 'de', sound: true })).toMatchObject({
    theme: 'dark',
    language: 'de',
    sound: true,
  });
});
