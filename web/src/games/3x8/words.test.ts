import { afterEach, describe, expect, it } from 'vitest';
import { settings } from '../../lib/settings.svelte';
import { block, legal, move, play, position } from '../../test/threeByEight';
import game from '.';
import { halfOf } from './table';
import { cardWords } from './words';

afterEach(() => {
  settings.language = 'en';
});

const names = ['Ann', 'Ben'];
const phrase = (action: ReturnType<typeof play>, ...then: string[]) =>
  game.phrase(action, position(), 0, then, names);

describe.each(['en', 'de'] as const)('in %s', (language) => {
  it('what is laid is told as one', () => {
    settings.language = language;
    const whole = {
      en: '16, 19 as a new row, then end the play, then draw 20 and 1 from the pile',
      de: '16, 19 als neue Reihe, dann das Anlegen beenden, dann 20 und 1 vom Stapel ziehen',
    }[language];
    expect(phrase(play(16, 3, true), '19>3', 'end', 'p1', 'd')).toBe(whole);
    const blocked = {
      en: 'block row 1 of Ben: no 40–49, 50–59',
      de: 'Reihe 1 von Ben blockieren: keine 40–49, 50–59',
    }[language];
    expect(phrase(block('b3', 'a', 1, 1))).toBe(blocked);
    const moved = { en: 'move 1 card to row 2', de: '1 Karte zu Reihe 2 verschieben' }[language];
    expect(phrase(move(1, 2))).toBe(moved);
  });

  it('every legal action has words', () => {
    settings.language = language;
    for (const action of legal) expect(phrase(action)).toMatch(/\w+ /);
  });

  it('a blocker is spoken with both its halves', () => {
    settings.language = language;
    const spoken = cardWords('b3', (name) => halfOf(name, 'standard'));
    expect(spoken).toMatch(/^[Bb]locker 3, .*30–39.*40–49, 50–59.*80–89.*70–79, 80–89, 90–99$/);
  });

  it('a seat is told what to do', () => {
    settings.language = language;
    const tasks = [
      position(),
      position({ phase: 'play', row: 1, played: 1 }),
      position({ phase: 'play', row: 1, played: 1, moved: true }),
      position({ phase: 'draw', to_draw: 1 }),
      position({ phase: 'draw', to_draw: 3 }),
      position({ turn_of: 1 }),
    ].map((at) => game.task(at, 0));
    expect(new Set(tasks).size).toBe(tasks.length);
  });
});

it('a seat has its rows and its cards', () => {
  expect(game.tally(position(), 1)).toEqual([
    { label: 'Rows complete', points: 1 },
    { label: 'Cards in hand', points: 5 },
  ]);
});
