import { describe, expect, it } from 'vitest';
import type { Seat } from '../../lib/protocol';
import { en } from '../../lib/words/en';
import { clauseOf } from './clause';
import { listOf, type Situation, statusOf } from './status';
import { verdictOf } from './verdict';

const seat = (name: string, yours: boolean): Seat => ({
  kind: yours ? 'person' : 'bot',
  name,
  bot: null,
  yours,
});
const seats = [seat('Ann', true), seat('Bo', false), seat('Cy', false)];

const situation: Situation = {
  live: true,
  shown: 5,
  newest: 5,
  over: false,
  toAct: [0],
  thinking: [],
  away: false,
  sending: false,
  preparing: false,
  seats,
  front: 0,
  mayAct: false,
  task: 'lay the 7.',
  chosen: null,
  since: '',
};

describe('the status', () => {
  const status = (parts: Partial<Situation>) => statusOf({ ...situation, ...parts }, en.table);

  it.each([
    ['Ann: lay the 7.', { mayAct: true }],
    ['Chosen: 7 on level 1, 7 points', { mayAct: true, chosen: '7 on level 1, 7 points' }],
    ['Waiting for Bo and Cy, for 12 s.', { toAct: [1, 2], since: '12 s' }],
    ['Bo is thinking.', { toAct: [1, 2], thinking: [1] }],
    [
      'Preparing the bot’s engine, once after installing, for 1 min.',
      { toAct: [1], thinking: [1], preparing: true, since: '1 min' },
    ],
    ['Waiting for Bo.', { toAct: [1], preparing: true }],
    ['Waiting for the server’s answer …', { mayAct: true, chosen: '7 on level 1', sending: true }],
    [
      'There is no connection to the server. What you have chosen is kept.',
      { mayAct: true, chosen: '7 on level 1', away: true, sending: true },
    ],
    ['Luck decides.', { toAct: 'chance' }],
    ['Position 2 of 5.', { live: false, shown: 2, mayAct: true }],
    ['The game is over.', { over: true, toAct: [] }],
  ] as [string, Partial<Situation>][])('%s', (words, parts) => {
    expect(status(parts)).toBe(words);
  });

  it('lists names', () => {
    expect([[], ['A'], ['A', 'B'], ['A', 'B', 'C']].map((names) => listOf(names, 'and'))).toEqual([
      '',
      'A',
      'A and B',
      'A, B and C',
    ]);
  });
});

describe('the verdict', () => {
  const verdict = (returns: number[], scores?: number[], at = seats) =>
    verdictOf({ returns, scores }, at, en);

  it('says who won and by how much', () => {
    expect(verdict([0, 1, 0], [40, 52, 51])).toBe('Bo wins. 1 point ahead of Cy.');
    expect(verdict([1, 0, 0], [60, 52, 51])).toBe('You win. 8 points ahead of Bo.');
    expect(verdict([0, 1, 0], [51, 52, 40])).toBe('Bo wins. 1 point ahead of you.');
    expect(verdict([1, 0, 0])).toBe('You win.');
  });

  it('says who shares', () => {
    expect(verdict([0.5, 0.5, 0], [9, 9, 1])).toBe('Ann and Bo share the win.');
    expect(verdict([1 / 3, 1 / 3, 1 / 3])).toBe('Nobody wins: a draw.');
  });

  it('names you only where you are the only one', () => {
    expect(verdict([1, 0], [5, 3], [seat('Ann', true), seat('Ben', true)])).toBe(
      'Ann wins. 2 points ahead of Ben.',
    );
  });

  it('counts points where one plays alone', () => {
    expect(verdict([63], [63], [seat('Ann', true)])).toBe('63 points.');
  });
});

it('clauses are told apart from other refusals', () => {
  expect(['NMBR9-P3', 'TOUSHI-R6c', '3X8-A1', 'STALE', 'TEXT'].map(clauseOf)).toEqual([
    'P3',
    'R6',
    'A1',
    null,
    null,
  ]);
});
