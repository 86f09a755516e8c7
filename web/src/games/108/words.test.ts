import { afterAll, describe, expect, it } from 'vitest';
import { settings } from '../../lib/settings.svelte';
import { position } from '../../test/oneOhEight';
import game from '.';
import { demoGame } from './demo';
import { spokenSquare, type Telling } from './spoken';
import { words } from './words';

afterAll(() => {
  settings.language = 'en';
});

const telling = (parts: Partial<Telling> = {}): Telling => ({
  front: 0,
  seats: 4,
  board: { a1: 7, e1: 5, d4: 2 },
  whiteOwner: { d4: 1 },
  clashes: [],
  happened: new Map(),
  lit: new Map(),
  takes: () => [],
  movable: () => false,
  candidates: new Map(),
  picked: null,
  ghost: null,
  ...parts,
});

describe.each(['en', 'de'] as const)('in %s', (language) => {
  const say = (english: string, german: string) => (language === 'en' ? english : german);
  const phrase = (text: string, number: number | null = null, parts = {}) => {
    settings.language = language;
    return game.phrase({ text, part: { number } }, position(parts), 0, [], []);
  };
  const spoken = (name: string, parts: Partial<Telling> = {}) => {
    settings.language = language;
    return spokenSquare(name, telling(parts));
  };

  it('actions are told', () => {
    expect(phrase('8@c1', 8)).toBe(say('8 on c1', '8 auf c1'));
    expect(phrase('8@d4', 8)).toBe(say('8 on d4, for yellow too', '8 auf d4, auch für Gelb'));
    expect(phrase('e1-c2', 5)).toBe(say('5 from e1 to c2', '5 von e1 nach c2'));
    expect(phrase('e1x', 5)).toBe(say('take the 5 off e1', 'die 5 von e1 nehmen'));
    expect(phrase('#e5', 4, { revealed: 4 })).toBe(say('black 4 on e5', 'schwarze 4 auf e5'));
    expect(phrase('s2', 2)).toBe(say('a black number from stack 2', 'eine schwarze Zahl von Stapel 2'));
    expect(phrase('-')).toBe(say('do nothing', 'nichts tun'));
    expect(phrase('silent')).toBe(say('stay silent', 'schweigen'));
    expect(phrase('remove d4', 2)).toBe(say('2 removed from d4', '2 von d4 entfernt'));
  });

  it('squares are spoken', () => {
    expect(spoken('d8', { lit: new Map([['d8', false]]), takes: () => [3, 7] })).toBe(
      say(
        'd8, white, shared with green, empty, takes 3 or 7',
        'd8, weiß, geteilt mit Grün, leer, nimmt 3 oder 7',
      ),
    );
    expect(spoken('d4')).toBe(
      say(
        'd4, white, shared with yellow, 2 placed by yellow',
        'd4, weiß, geteilt mit Gelb, 2, gelegt von Gelb',
      ),
    );
    expect(spoken('a1')).toBe(
      say(
        'a1, black square, black 7, blocks 7 in row 1 and column a',
        'a1, schwarzes Feld, schwarze 7, sperrt die 7 in Zeile 1 und Spalte a',
      ),
    );
    expect(spoken('e1', { movable: () => true, clashes: [{ a: 'e1', b: 'c3', number: 5 }] })).toBe(
      say(
        'e1, red, yours, 5, in conflict with c3, can be moved',
        'e1, rot, deins, 5, im Widerspruch zu c3, kann bewegt werden',
      ),
    );
    expect(spoken('f6')).toBe(
      say('f6, white, of green and blue, empty', 'f6, weiß, von Grün und Blau, leer'),
    );
    expect(spoken('h4')).toBe(say('h4, yellow, Dragon, empty', 'h4, gelb, Drache, leer'));
    expect(spoken('b6', { seats: 3 })).toBe(
      say('b6, blue, not in this game, empty', 'b6, blau, nicht im Spiel, leer'),
    );
    expect(spoken('b2', { seats: 3 })).toBe(say('b2, white, empty', 'b2, weiß, leer'));
  });

  it('candidates, news and what is about to be are spoken too', () => {
    expect(spoken('c2', { candidates: new Map([['c2', [2, 4]]]) })).toContain(
      say('fits 2 or 4', 'es passt 2 oder 4'),
    );
    expect(spoken('c2', { candidates: new Map([['c2', []]]) })).toContain(
      say('nothing fits', 'nichts passt'),
    );
    expect(spoken('d4', { happened: new Map([['d4', { event: 1, came: true, from: null }]]) })).toContain(
      say('new', 'neu'),
    );
    expect(spoken('c2', { ghost: { square: 'c2', number: 8 } })).toContain(
      say('8 to be placed', 'hierher käme die 8'),
    );
  });

  it('every phase has its task', () => {
    settings.language = language;
    const { tasks } = words();
    const task = (parts: object) => game.task(position(parts), 0);
    const board = { d4: 3, b4: 3 };
    const offence = { square: 'd4', number: 3, from: 'table', ask: [1], warned: [] };
    expect(task({})).toBe(tasks.act);
    expect(task({ offence: { ...offence, square: null, number: null, from: null } })).toBe(tasks.again);
    expect(task({ phase: 'stack' })).toBe(tasks.stack);
    expect(task({ phase: 'black', revealed: 4 })).toBe(tasks.black(4));
    expect(task({ phase: 'warn', board, offence })).toBe(tasks.warn(3, 'd4', 'b4'));
    expect(task({ phase: 'punish', board, offence })).toBe(tasks.punish(3, 'd4', 'b4'));
    expect(task({ phase: 'remove', board })).toBe(tasks.remove);
    expect(task({ phase: 'flip' })).toBe(tasks.wait);
  });

  it('the tally tells the squares filled', () => {
    settings.language = language;
    expect(game.tally(position(), 0)).toEqual([{ label: words().tally.filled, points: 2 }]);
  });

  it('the rules cite every clause', () => {
    settings.language = language;
    const cited = new Set(game.rules().flatMap(({ items }) => items.flatMap(({ clauses }) => clauses)));
    const clauses =
      'B1 B2 B3 B4 B5 S1 S2 S3 S4 T1 T2 T3 T4 T5 P1 P2 P3 P4 P5 W1 W2 W3 W4 W5 W6 F1 F2a F2b F2c F2d';
    for (const clause of clauses.split(' ')) expect(cited).toContain(clause);
  });
});

it('the small board plays a whole game, to the Dragon', () => {
  const last = demoGame.at(-1);
  expect(demoGame.length).toBeGreaterThan(50);
  expect([...(last?.happened.keys() ?? [])].some((name) => ['d2', 'h4', 'f8', 'b6'].includes(name))).toBe(
    true,
  );
});
