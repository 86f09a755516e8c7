import { describe, expect, it } from 'vitest';
import type { GameSpec } from './protocol';
import { rematchOf, sandboxOf } from './rematch';
import { initialForm, isJson, isSeed, requestOf } from './setup';

const game: GameSpec = {
  name: 'nmbr9',
  title: 'NMBR 9',
  summary: '',
  players: [1, 4],
  options: [
    {
      name: 'draft',
      summary: '',
      kind: 'choice',
      default: 'unknown',
      choices: ['unknown', 'known'],
      minimum: null,
      maximum: null,
    },
    { name: 'cards', summary: '', kind: 'integer', default: null, choices: null, minimum: 1, maximum: 20 },
    {
      name: 'open',
      summary: '',
      kind: 'boolean',
      default: false,
      choices: null,
      minimum: null,
      maximum: null,
    },
    {
      name: 'key',
      summary: '',
      kind: 'choice',
      default: 'roll',
      choices: ['roll', 3, 4],
      minimum: null,
      maximum: null,
    },
    {
      name: 'deck',
      summary: '',
      kind: 'data',
      default: 'standard',
      choices: null,
      minimum: null,
      maximum: null,
    },
  ],
};
const bots = ['random', 'greedy', 'strong'].map((name) => ({ name, summary: '', rating: null }));
const names = (bot: string, n: number) => `${bot} ${n}`;

describe('the form at first', () => {
  it('seats you against a bot of middle strength', () => {
    expect(initialForm(game, bots, 2, 'Ann').seats).toEqual([
      { who: 'you', name: 'Ann' },
      { who: 'bot:greedy', name: '' },
    ]);
  });

  it('keeps to the seats that the game has', () => {
    expect(initialForm({ ...game, players: [1, 1] }, bots, 2, '').seats).toHaveLength(1);
    expect(initialForm({ ...game, players: [3, 4] }, bots, 2, '').seats).toHaveLength(3);
  });

  it('seats people where there is no bot', () => {
    expect(initialForm(game, [], 2, '').seats[1]?.who).toBe('person');
  });
});

describe('the request', () => {
  it('leaves out what was left as it is', () => {
    expect(requestOf(game, initialForm(game, bots, 2, ''), names)).toEqual({
      game: 'nmbr9',
      seats: [{ kind: 'person' }, { kind: 'bot', bot: 'greedy', name: 'greedy 1' }],
    });
  });

  it('has options in their own types, and the seed', () => {
    const options = { draft: 'known', cards: '6', open: 'true', key: '3', deck: '[{"a": 1}]' };
    const form = { seats: [], options, seed: ' 42 ' };
    expect(requestOf(game, form, names)).toEqual({
      game: 'nmbr9',
      options: { draft: 'known', cards: 6, open: true, key: 3, deck: [{ a: 1 }] },
      seed: 42,
      seats: [],
    });
  });

  it('leaves people without a name to be called by the number of their seat', () => {
    const form = {
      seats: [
        { who: 'you', name: ' Ann ' },
        { who: 'person', name: '' },
        { who: 'person', name: 'player 3' },
        { who: 'bot:greedy', name: '' },
        { who: 'bot:greedy', name: '' },
      ] as const,
      options: {},
      seed: '',
    };
    expect(requestOf(game, { ...form, seats: [...form.seats] }, names).seats).toEqual([
      { kind: 'person', name: 'Ann' },
      { kind: 'person' },
      { kind: 'person' },
      { kind: 'bot', bot: 'greedy', name: 'greedy 1' },
      { kind: 'bot', bot: 'greedy', name: 'greedy 2' },
    ]);
  });

  it.each(['You', 'you ', 'DU'])('never takes %s for a name: others would read it', (name) => {
    const seats = [
      { who: 'you', name } as const,
      { who: 'person', name } as const,
      { who: 'bot:greedy', name } as const,
    ];
    expect(requestOf(game, { seats, options: {}, seed: '' }, names).seats).toEqual([
      { kind: 'person' },
      { kind: 'person' },
      { kind: 'bot', bot: 'greedy', name: 'greedy 1' },
    ]);
  });

  it('takes data that is JSON', () => {
    for (const text of ['[]', '"standard"', '{"a": 1}']) expect(isJson(text)).toBe(true);
    for (const text of ['', 'ten cards', '[1, 2', "{'a': 1}"]) expect(isJson(text)).toBe(false);
  });

  it('takes seeds from 0 to 2^53 - 1', () => {
    for (const seed of ['0', '7', '9007199254740991']) expect(isSeed(seed)).toBe(true);
    for (const seed of ['', '-1', '1.5', 'x', '9007199254740992']) expect(isSeed(seed)).toBe(false);
  });
});

describe('playing again', () => {
  it('seats the first player last', () => {
    const seats = [
      { kind: 'person' as const, name: 'Ann', bot: null, yours: true },
      { kind: 'bot' as const, name: 'Bo', bot: 'greedy', yours: false },
    ];
    expect(rematchOf({ game: 'nmbr9', options: { draft: 'known' }, seats })).toEqual({
      game: 'nmbr9',
      options: { draft: 'known' },
      seats: [
        { kind: 'bot', bot: 'greedy', name: 'Bo' },
        { kind: 'person', name: 'Ann' },
      ],
    });
  });

  it('calls people without a name by their new seats', () => {
    const seats = ['Player 1', 'Spieler 2'].map((name) => ({
      kind: 'person' as const,
      name,
      bot: null,
      yours: true,
    }));
    expect(rematchOf({ game: 'nmbr9', options: {}, seats })).toMatchObject({
      seats: [{ kind: 'person' }, { kind: 'person' }],
    });
  });
});

describe('playing on from an earlier position', () => {
  it('leaves the seats as they are', () => {
    expect(sandboxOf({ table: 'k3v9' }, 42)).toEqual({ from: { table: 'k3v9', position: 42 } });
  });
});
