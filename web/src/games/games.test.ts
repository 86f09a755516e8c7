import { describe, expect, it } from 'vitest';
import { settings } from '../lib/settings.svelte';
import { languages } from '../lib/words';
import { gameNamed, games } from '.';

describe('the registry', () => {
  it('finds every folder with a game', () => {
    const folders = Object.keys(import.meta.glob('./*/index.ts')).map((path) => path.split('/')[1]);
    expect(games.map(({ name }) => name).sort()).toEqual(folders.sort());
  });

  it('knows games by their name on the wire', () => {
    expect(gameNamed('nmbr9')?.words().title).toBe('NMBR 9');
    expect(gameNamed('chess')).toBeUndefined();
  });

  it.each(games.map((game) => [game.name, game] as const))(
    '%s has rules with clauses in every language',
    (_, game) => {
      const clauses = Object.keys(languages).map((language) => {
        settings.language = language as keyof typeof languages;
        const items = game.rules().flatMap(({ items }) => items);
        expect(items.every(({ clauses, text }) => clauses.length > 0 && text !== '')).toBe(true);
        expect(game.demo.steps).toBeGreaterThan(5);
        return items.map(({ clauses, picture }) => [...clauses, picture]);
      });
      for (const other of clauses) expect(other).toEqual(clauses[0]);
      settings.language = 'en';
    },
  );
});
