import type { Seat } from '../../lib/protocol';
import type { Words } from '../../lib/words/en';

export interface Situation {
  live: boolean;
  shown: number;
  newest: number;
  over: boolean;
  /** The seats that are to act, or chance. */
  toAct: readonly number[] | 'chance';
  thinking: readonly number[];
  /** Whether the server cannot be reached. */
  away: boolean;
  /** Whether what was confirmed has been on its way for long. */
  sending: boolean;
  /** Whether bots wait for what they think with. */
  preparing: boolean;
  seats: readonly Seat[];
  front: number;
  /** Whether the seat in front may act from here. */
  mayAct: boolean;
  /** What the seat in front is asked to do. */
  task: string;
  /** The tentative choice in words. */
  chosen: string | null;
  /** How long it has been waited, in words; empty for a moment. */
  since: string;
}

/** One sentence: whose turn it is, what is asked for, or what is on the board. */
export function statusOf(situation: Situation, w: Words['table']): string {
  const { seats, front, toAct, thinking, since } = situation;
  const named = (list: readonly number[]) =>
    listOf(
      list.map((seat) => seats[seat]?.name ?? ''),
      w.and,
    );
  if (!situation.live) return w.lookingBack(situation.shown, situation.newest);
  if (situation.over) return w.over;
  if (situation.away) return w.away;
  if (situation.sending) return w.sending;
  if (situation.chosen !== null) return w.chosen(situation.chosen);
  if (situation.mayAct) return w.yourTurn(seats[front]?.name ?? '', situation.task);
  if (toAct === 'chance') return w.luck;
  if (thinking.length > 0 && situation.preparing) return w.preparing(since);
  if (thinking.length > 0) return w.thinks(named(thinking), since);
  return w.waitingFor(named(toAct), since);
}

export function listOf(names: readonly string[], and: string): string {
  if (names.length < 2) return names.join('');
  return `${names.slice(0, -1).join(', ')} ${and} ${names.at(-1)}`;
}
