import type { LogEvent } from '../../lib/protocol';
import type { Moment, TableFacts } from '../game';
import { Course } from './course';
import { readMove } from './moves';
import { filledOf } from './puzzle';

/** Tells a log; the curve of a game is that of the squares filled. */
export function chronicle(log: readonly LogEvent[], facts: TableFacts): Moment[] {
  const course = new Course(facts);
  return log.map((event) => {
    const words = course.tell(event);
    const scores = Array.from({ length: facts.seats }, (_, seat) => filledOf(course.board, seat));
    return { words, scores };
  });
}

/** What happened to a square: a number came, maybe from another square, or went. */
export interface Happening {
  readonly event: number;
  readonly came: boolean;
  readonly from: string | null;
}

/** What happened to which squares since the seat in front had its turn; just after that: in this turn. */
export function happenings(log: readonly LogEvent[], front: number): Map<string, Happening> {
  const found = new Map<string, Happening>();
  const note = (square: string, event: number, came: boolean, from: string | null = null) => {
    if (!found.has(square)) found.set(square, { event, came, from });
  };
  let last: number | null = null;
  for (let i = log.length - 1; i >= 0; i--) {
    const { seat, text, number } = log[i] as LogEvent;
    const move = seat === null ? null : readMove(text);
    if (!move || (move.verb !== 'pass' && !('square' in move) && !('from' in move))) continue;
    last ??= seat;
    if ((seat === front) !== (last === front)) break;
    if (move.verb === 'place' || move.verb === 'black') note(move.square, number, true);
    if (move.verb === 'remove') note(move.square, number, false);
    if (move.verb === 'move') note(move.square, number, true, move.from);
    if (move.verb === 'move' || move.verb === 'take') note(move.from, number, false);
  }
  return found;
}
