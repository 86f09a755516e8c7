import type { LogEvent } from '../../lib/protocol';
import type { TableFacts } from '../game';
import { boardAfter, type Move, readMove } from './moves';
import type { Lying } from './position';
import { DRAGONS, sharerOf } from './squares';
import { words } from './words';

/** A number put on a white square that others may object to. */
interface Offence {
  move: Extract<Move, { verb: 'place' | 'move' }>;
  before: Lying;
}

/** Follows a log event by event, and tells it: whose a number is that turns up follows from the order of turns, the wire does not say it. */
export class Course {
  board: Lying = {};
  /** Who placed the numbers on white squares. */
  whiteOwner: Readonly<Record<string, number>> = {};
  #w = words();
  #names: readonly string[];
  #seats: number;
  #first: number | null;
  #drawn: number[] = [];
  /** The seat whose turn it is or was last; `null` before the first turn. */
  #turn: number | null = null;
  #out = new Set<number>();
  #stack: number | null = null;
  #revealed: number | null = null;
  #last: Offence | null = null;

  constructor({ options, seats, names }: TableFacts) {
    this.#names = names;
    this.#seats = seats;
    this.#first = typeof options.first === 'number' ? options.first : null;
  }

  tell({ seat, text }: LogEvent): string {
    if (seat === null) return this.#chance(Number(text.slice(1)));
    const move = readMove(text);
    return move ? this.#decide(seat, move) : text;
  }

  #name(seat: number | null): string {
    return this.#names[seat ?? 0] ?? '';
  }

  #chance(number: number): string {
    const w = this.#w.log;
    if (this.#first === null) return this.#draw(number);
    if (this.#stack !== null) {
      this.#stack = null;
      this.#revealed = number;
      return w.revealed(number);
    }
    this.#turn = this.#turn === null ? this.#first : this.#after(this.#turn);
    return w.flipped(this.#name(this.#turn), number);
  }

  #draw(number: number): string {
    const w = this.#w.log;
    const seat = this.#drawn.push(number) - 1;
    const told = w.drawn(this.#name(seat), number);
    if (this.#drawn.length < this.#seats) return told;
    this.#first = this.#drawn.indexOf(Math.max(...this.#drawn));
    return `${told}; ${w.begins(this.#name(this.#first))}`;
  }

  #after(seat: number): number {
    let next = seat;
    do next = (next + 1) % this.#seats;
    while (this.#out.has(next) && next !== seat);
    return next;
  }

  #decide(seat: number, move: Move): string {
    const w = this.#w;
    const before = this.board;
    const number = this.#numberOf(move);
    if (move.verb === 'warn' || move.verb === 'punish') return this.#goesBack(move.verb);
    this.board = boardAfter(before, move, this.#revealed);
    if (move.verb === 'stack') this.#stack = move.stack;
    else if (move.verb !== 'black' && move.verb !== 'silent' && move.verb !== 'remove') this.#turn = seat;
    if (move.verb === 'place' || move.verb === 'move') {
      this.#last = { move, before };
      this.whiteOwner = { ...this.whiteOwner, [move.square]: seat };
    }
    const told = w.done(move, number, 'square' in move ? sharerOf(move.square, seat, this.#seats) : null);
    if (move.verb !== 'place' || move.square !== DRAGONS[seat]) return told;
    this.#out.add(seat);
    return `${told}: ${w.log.out}`;
  }

  #numberOf(move: Move): number | null {
    if (move.verb === 'place') return move.number;
    if (move.verb === 'black') return this.#revealed;
    if (move.verb === 'move' || move.verb === 'take') return this.board[move.from] ?? null;
    return move.verb === 'remove' ? (this.board[move.square] ?? null) : null;
  }

  /** A warning undoes what was done; a punishment sends the number to the table wherever it came from. */
  #goesBack(verb: 'warn' | 'punish'): string {
    if (!this.#last) return this.#w.log[verb]('', null);
    const { move, before } = this.#last;
    const number = this.board[move.square] ?? null;
    this.board =
      verb === 'warn' ? before : boardAfter(this.board, { verb: 'remove', square: move.square }, null);
    return this.#w.log[verb](move.square, number);
  }
}
