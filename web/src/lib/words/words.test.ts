import { describe, expect, it } from 'vitest';
import { settings } from '../settings.svelte';
import { languages, words } from '.';

/** Every catalogue by its folder: `…/words/en.ts` and its fellows. */
const files = import.meta.glob<Record<string, unknown>>('../../**/words/*.ts', { eager: true });
const catalogues = Object.entries(files).flatMap(([path, module]) => {
  const match = /^(.*\/)((?:[a-z]+\.)?)([a-z]{2})\.ts$/.exec(path);
  return match
    ? [{ of: `${match[1]}${match[2]}`, language: match[3] as string, words: Object.values(module)[0] }]
    : [];
});
const groups = [...new Set(catalogues.map(({ of }) => of))].map(
  (name) => [name, catalogues.filter(({ of }) => of === name)] as const,
);

/** The keys of a catalogue with the kind of each value. */
function shape(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shape);
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shape(inner)]));
  }
  return typeof value;
}

function empties(value: unknown, path = ''): string[] {
  if (value === '') return [path];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => empties(inner, `${path}.${key}`));
}

describe.each(groups)('%s', (_, list) => {
  it('is there in every language', () => {
    expect(list.map(({ language }) => language).sort()).toEqual(Object.keys(languages).sort());
  });

  it('has the same keys in every language', () => {
    const [first, ...others] = list;
    for (const other of others) expect(shape(other.words)).toEqual(shape(first?.words));
  });

  it('has no empty words', () => {
    for (const { words } of list) expect(empties(words)).toEqual([]);
  });
});

it('words follow the language that is set', () => {
  settings.language = 'en';
  expect(words().table.confirm).toBe('Confirm');
  settings.language = 'de';
  expect(words().table.confirm).toBe('Bestätigen');
  settings.language = 'en';
});

it('counts are told in the right number', () => {
  expect(words().table.points(1)).toBe('1 point');
  expect(words().table.points(2)).toBe('2 points');
});
