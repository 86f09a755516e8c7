import type { LogEvent } from '../../lib/protocol';
import type { Moment, TableFacts } from '../game';
import { playOf } from './play';
import { without } from './stock';
import { type Face, kindOf, nameOf, type Placed, readLay, total } from './tiles';
import { words } from './words';

const STOCK = 8;

/** Tells a log: who draws is not said by the wire, but follows from the order of turns. */
export function chronicle(log: readonly LogEvent[], { options, seats, names }: TableFacts): Moment[] {
  const w = words();
  const stocks: Face[][] = Array.from({ length: seats }, () => []);
  const scores = Array.from({ length: seats }, () => 0);
  const board: Placed[] = [];
  let laid: Placed[] = [];
  let key = Number(options.key) || 1;
  let bonus = false;
  let passes = 0;
  let drawer: number | null = null;

  function chance(outcome: string): string {
    if (outcome.length === 1) {
      key = Number(outcome);
      return w.log.key(key);
    }
    const seat = drawer ?? stocks.findIndex(({ length }) => length < STOCK);
    stocks[seat]?.push(outcome);
    return w.log.drawn(names[seat] ?? '', w.tile(outcome));
  }

  function end(seat: number): string {
    const play = playOf({ board, laid: [], key }, laid);
    board.push(...laid);
    laid = [];
    scores[seat] = (scores[seat] ?? 0) + play.points;
    bonus = play.again;
    passes = 0;
    drawer = seat;
    return w.played(play);
  }

  function pass(): string {
    if (bonus) {
      bonus = false;
      return w.log.noBonus;
    }
    passes += 1;
    if (passes < seats) return w.log.passed;
    for (const [seat, stock] of stocks.entries()) scores[seat] = (scores[seat] ?? 0) - total(stock);
    return w.log.last;
  }

  function decide(seat: number, text: string): string {
    if (text === 'end') return end(seat);
    if (text === 'pass') return pass();
    const tile = readLay(text);
    if (!tile) return text;
    laid.push(tile);
    stocks[seat] = without(stocks[seat] ?? [], [kindOf(tile.face)]);
    return w.laid(tile.face, nameOf(tile));
  }

  return log.map(({ seat, text }) => ({
    words: seat === null ? chance(text.slice(1)) : decide(seat, text),
    scores: [...scores],
  }));
}

/** The places of the last turn's tiles. */
export function lastLaid(log: readonly LogEvent[]): Set<string> {
  const last = log.findLastIndex(({ seat, text }) => seat !== null && readLay(text) !== null);
  const seat = log[last]?.seat;
  const places = new Set<string>();
  for (let i = last; i >= 0 && log[i]?.seat === seat; i--) {
    const tile = readLay(log[i]?.text ?? '');
    if (tile) places.add(nameOf(tile));
  }
  return places;
}
