import { afterEach, describe, expect, it } from 'vitest';
import { shownSeats } from './seats';
import { settings } from './settings.svelte';

const person = (name: string, yours: boolean) => ({ kind: 'person' as const, name, bot: null, yours });
const bot = (name: string) => ({ kind: 'bot' as const, name, bot: 'greedy', yours: false });
const shown = (...seats: Parameters<typeof shownSeats>[0]) => shownSeats(seats).map(({ name }) => name);

afterEach(() => {
  settings.language = 'en';
});

describe('a seat without a name', () => {
  it.each(['Player 1', 'Spieler 1', 'You', 'Du', 'you', ''])(
    'stored as "%s" is "You" at its own screen only',
    (name) => {
      expect(shown(person(name, true), bot('Bo'))).toEqual(['You', 'Bo']);
      expect(shown(person(name, false), bot('Bo'))).toEqual(['Player 1', 'Bo']);
      settings.language = 'de';
      expect(shown(person(name, true), bot('Bo'))).toEqual(['Du', 'Bo']);
      expect(shown(person(name, false), bot('Bo'))).toEqual(['Spieler 1', 'Bo']);
    },
  );

  it('has its number where several people share a screen', () => {
    expect(shown(person('Player 1', true), person('You', true))).toEqual(['Player 1', 'Player 2']);
  });
});

it("a name of one's own is shown to everybody", () => {
  expect(shown(person('Ann', true), person('Player 1', false))).toEqual(['Ann', 'Player 1']);
});

it('a bot is never "You"', () => {
  expect(shown(person('Ann', true), bot('you'))).toEqual(['Ann', 'greedy']);
});
