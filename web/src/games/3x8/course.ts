import type { LogEvent } from '../../lib/protocol';
import { readMove } from './moves';
import { type Card, isOpen, LONG, type OpenRow, PLACES, POOL, type Row } from './table';

/** How many cards each seat is dealt (3X8-S1). */
const DEALT = 4;

/** What an event did. A card that is not seen is `null`. */
export type Happening =
  | { kind: 'turnedUp'; card: Card }
  | { kind: 'dealt' | 'drawn'; to: number; card: Card | null }
  | { kind: 'play'; card: number; row: number; first: boolean }
  | { kind: 'move'; cards: number[]; row: number; first: boolean }
  | { kind: 'block'; half: string; seat: number; row: number }
  | { kind: 'drop'; row: number; cards: number[] }
  | { kind: 'pool'; card: Card | null }
  | { kind: 'end'; completed: { row: number; card: number }[] }
  | { kind: 'pile' | 'grow' | 'other' };

/** What lies open on the table in the course of a log, from its start: as much as telling the log takes. */
export class Course {
  readonly rows: Row[][];
  pool: (Card | null)[] = POOL.map(() => null);
  readonly #seats: number;
  #turnedUp = 0;
  #dealt = 0;
  /** The row played on. */
  #at = 0;
  /** The seat that a card from the pile is due to. */
  #drawing: number | null = null;

  constructor(seats: number) {
    this.#seats = seats;
    this.rows = Array.from({ length: seats }, () => PLACES.map(() => null));
  }

  follow({ seat, text }: LogEvent): Happening {
    return seat === null ? this.#chance(text.slice(1)) : this.#decision(seat, text);
  }

  #chance(name: string): Happening {
    const card = name === '?' ? null : name.startsWith('b') ? name : Number(name);
    if (this.#turnedUp >= POOL.length && this.#dealt < DEALT * this.#seats) {
      return { kind: 'dealt', to: Math.floor(this.#dealt++ / DEALT), card };
    }
    if (this.#drawing !== null) {
      const to = this.#drawing;
      this.#drawing = null;
      return { kind: 'drawn', to, card };
    }
    this.#turnedUp++;
    this.pool[this.pool.indexOf(null)] = card;
    return { kind: 'turnedUp', card: card ?? '' };
  }

  #decision(seat: number, text: string): Happening {
    const rows = this.rows[seat] ?? [];
    const move = readMove(text);
    switch (move?.kind) {
      case 'play': {
        const { place, row, first } = this.#target(rows, move.row);
        rows[place - 1] = { cards: [...row.cards, move.card], blocker: null };
        this.#at = place;
        return { kind: 'play', card: move.card, row: place, first };
      }
      case 'move': {
        const { place, row, first } = this.#target(rows, move.row);
        const from = openRow(rows, this.#at);
        const cards = from.cards.slice(-move.count);
        const left = from.cards.slice(0, -move.count);
        rows[this.#at - 1] = left.length > 0 ? { ...from, cards: left } : null;
        rows[place - 1] = { ...row, cards: [...row.cards, ...cards] };
        return { kind: 'move', cards, row: place, first };
      }
      case 'block': {
        const theirs = this.rows[move.seat] ?? [];
        theirs[move.row - 1] = { ...openRow(theirs, move.row), blocker: move.half };
        return { kind: 'block', half: move.half, seat: move.seat, row: move.row };
      }
      case 'drop': {
        const { cards } = openRow(rows, move.row);
        rows[move.row - 1] = null;
        return { kind: 'drop', row: move.row, cards };
      }
      case 'pool': {
        const card = this.pool[move.place - 1] ?? null;
        this.pool[move.place - 1] = null;
        return { kind: 'pool', card };
      }
      case 'end':
        return { kind: 'end', completed: this.#complete(rows) };
      case 'grow':
        this.pool = POOL.map(() => null);
        return { kind: 'grow' };
      case 'pile':
        this.#drawing = seat;
        return { kind: 'pile' };
      default:
        return { kind: 'other' };
    }
  }

  /** The row that a text names; a new one takes the lowest free place. */
  #target(rows: readonly Row[], named: number | null): { place: number; row: OpenRow; first: boolean } {
    const place = named ?? rows.indexOf(null) + 1;
    return { place, row: openRow(rows, place), first: named === null };
  }

  #complete(rows: Row[]): { row: number; card: number }[] {
    return rows.flatMap((row, i) => {
      const card = isOpen(row) && row.cards.length >= LONG ? row.cards[0] : undefined;
      if (card === undefined) return [];
      rows[i] = { completed: card };
      return [{ row: i + 1, card }];
    });
  }
}

function openRow(rows: readonly Row[], place: number): OpenRow {
  const row = rows[place - 1];
  return isOpen(row) ? row : { cards: [], blocker: null };
}

/** The cards that a seat has just got, or that the others laid or took since its last turn; the turn under way counts. */
export function freshCards(log: readonly LogEvent[], seats: number, front: number): Set<Card> {
  const course = new Course(seats);
  const happenings = log.map((event) => ({ seat: event.seat, what: course.follow(event) }));
  const fresh = new Set<Card>();
  let othersActed = false;
  let before = false;
  for (const { seat, what } of happenings.reverse()) {
    if (seat !== null) {
      if (before && seat !== front) break;
      if (seat !== front) othersActed = true;
      else if (othersActed) before = true;
    }
    if (what.kind === 'dealt') break;
    // Of one's own turn before that only what it brought is new.
    if (before && what.kind !== 'pool' && what.kind !== 'drawn') continue;
    for (const card of cardsIn(what)) fresh.add(card);
  }
  return fresh;
}

function cardsIn(what: Happening): Card[] {
  switch (what.kind) {
    case 'play':
      return [what.card];
    case 'move':
      return what.cards;
    case 'block':
      return [`b${what.half.slice(0, -1)}`];
    case 'end':
      return what.completed.map(({ card }) => card);
    case 'pool':
    case 'drawn':
      return what.card === null ? [] : [what.card];
    default:
      return [];
  }
}
