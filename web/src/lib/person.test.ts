import { afterAll, describe, expect, it } from 'vitest';
import { gameNamed, games } from '../games';
import { records } from '../test/records';
import { YOU } from './person';
import { settings } from './settings.svelte';
import { type Language, languages, words } from './words';

afterAll(() => {
  settings.language = 'en';
});

/** The sentences of all golden games of a game in which seats are named, with these names. */
function sentences(game: string, name: (seat: number) => string): string[] {
  return records
    .filter((record) => record.game === game)
    .flatMap(({ log, facts }) => {
      const names = Array.from({ length: facts.seats }, (_, seat) => name(seat));
      return gameNamed(game)?.chronicle(log, { ...facts, names }) ?? [];
    })
    .map(({ words }) => words);
}

it('there is a golden game of each game', () => {
  expect(new Set(records.map(({ game }) => game))).toEqual(new Set(games.map(({ name }) => name)));
});

describe.each(Object.keys(languages) as Language[])('in %s', (language) => {
  it.each(games.map(({ name }) => name))('the log of %s speaks to you in the second person', (game) => {
    settings.language = language;
    const about = sentences(game, () => 'Zoe').filter((sentence) => sentence.includes('Zoe'));
    const spoken = new Set(sentences(game, () => YOU[language]));
    const wrong = about.map((sentence) => sentence.replaceAll('Zoe', YOU[language]));
    expect(wrong.filter((sentence) => spoken.has(sentence))).toEqual([]);
  });

  it('so does the table', () => {
    settings.language = language;
    const { curtain, result, table } = words();
    const told = (name: string) => [
      table.waitingFor(name, ''),
      table.bringForward(name),
      curtain.turn(name),
      curtain.pass(name),
      curtain.lift(name),
      result.wins(name),
      result.ahead(3, name),
    ];
    const you = told(YOU[language]);
    const others = told('Zoe').map((sentence) => sentence.replace('Zoe', YOU[language]));
    expect(others.filter((sentence) => you.includes(sentence))).toEqual([]);
  });
});

it('says it in the language that is set, whatever "You" was called', () => {
  const first = (name: string) => sentences('sumoku', (seat) => (seat === 0 ? name : 'Zoe'))[0];
  settings.language = 'en';
  expect(first('Ann')).toBe('Ann draws purple 8');
  expect([first('You'), first('Du')]).toEqual(['You draw purple 8', 'You draw purple 8']);
  settings.language = 'de';
  expect(first('Du')).toBe(first('You'));
});
