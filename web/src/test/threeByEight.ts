import type { Position3x8 } from '../games/3x8/table';
import type { Action, Json, LogEvent } from '../lib/protocol';

/** A log from words such as `*17` and `0:17>2`. */
export function events(told: string): LogEvent[] {
  return told.split(' ').map((word, i) => {
    const [, seat, text] = /^(?:(\d):)?(.*)$/.exec(word) ?? [];
    return {
      number: i + 1,
      seat: seat === undefined ? null : Number(seat),
      text: (text ?? '').replace('_', ' '),
      time: 0,
    };
  });
}

const PARTS = ['card', 'row', 'new', 'count', 'half', 'seat', 'place'] as const;

/** A legal action as it comes over the wire. */
export function action(
  text: string,
  kind: string,
  parts: Partial<Record<(typeof PARTS)[number], Json>> = {},
): Action {
  return { text, part: { kind, ...Object.fromEntries(PARTS.map((name) => [name, parts[name] ?? null])) } };
}

/** `17>2`, or `17>n` with the place that the new row takes. */
export function play(card: number, row: number, isNew = false): Action {
  return action(`${card}>${isNew ? 'n' : row}`, 'play', { card, row, new: isNew });
}

export function move(count: number, row: number, isNew = false): Action {
  return action(`m${count}>${isNew ? 'n' : row}`, 'move', { count, row, new: isNew });
}

export function block(card: string, half: 'a' | 'b', seat: number, row: number): Action {
  return action(`${card}${half}>${seat}.${row}`, 'block', { card, half, seat, row });
}

/** Ann, in front, has two rows and is to begin her turn; Ben has one that can be blocked. */
export function position(parts: Partial<Position3x8> = {}): Position3x8 {
  return {
    game: '3x8',
    options: { first: 0, max_turns: 400, blockers: 'standard' },
    seats: 2,
    to_act: [0],
    over: false,
    returns: null,
    phase: 'main',
    turn_of: 0,
    turn: 7,
    hands: [[16, 19, 61, 'b3'], { known: [44], count: 5 }],
    rows: [
      [{ cards: [4, 11], blocker: null }, { cards: [17, 32], blocker: '3a' }, null, null],
      [{ cards: [30, 38], blocker: null }, { completed: 2 }, null, null],
    ],
    pool: [20, 'b7', 99],
    draw: 60,
    discard: [1],
    box: [],
    played: 0,
    row: null,
    moved: false,
    to_draw: 0,
    known: [[], [44]],
    ...parts,
  };
}

/** What is legal in it: 16 and 19 fit the first row, 61 both, all may start a new one. */
export const legal: readonly Action[] = [
  play(16, 1),
  play(19, 1),
  play(61, 1),
  play(61, 2),
  play(16, 3, true),
  play(19, 3, true),
  play(61, 3, true),
  block('b3', 'a', 1, 1),
  action('grow', 'grow'),
  action('drop 1', 'drop', { row: 1 }),
  action('drop 2', 'drop', { row: 2 }),
];
