import type { Desk } from '../game';
import { blackening, type Move, moving, PASS, placing, readMove, removing, taking } from './moves';
import type { OneOhEightPosition } from './position';
import { HOMES, NUMBERS, ownerOf, squareNamed } from './squares';

/** What is taken up so far: a number of the table, an empty square, or one's own number on a square. */
export type Pick =
  | { readonly kind: 'number'; readonly number: number }
  | { readonly kind: 'square'; readonly square: string }
  | { readonly kind: 'from'; readonly square: string };

type Placing = Extract<Move, { verb: 'place' }>;

/** What is picked, in whatever order, until it is an action. What can be picked follows from the legal actions. */
export class Selection {
  #desk: () => Desk;
  /** The last pick, and of which legal actions: a new position starts with nothing picked. */
  #memory: { legal: unknown; pick: Pick | null } = $state.raw({ legal: null, pick: null });

  constructor(desk: () => Desk) {
    this.#desk = desk;
  }

  #texts = $derived.by(() => new Set(this.#desk().legal.map(({ text }) => text)));
  #moves = $derived.by(() => [...this.#texts].flatMap((text) => readMove(text) ?? []));
  #placings = $derived.by(() => this.#moves.filter((move): move is Placing => move.verb === 'place'));

  /** The tentative choice. */
  chosen = $derived.by(() => {
    const { choice } = this.#desk();
    return choice === null ? null : readMove(choice);
  });

  /** What is picked now; a choice, wherever it comes from, is a pick too. */
  pick = $derived.by((): Pick | null => {
    const { chosen } = this;
    if (chosen?.verb === 'place') return { kind: 'number', number: chosen.number };
    if (chosen?.verb === 'move' || chosen?.verb === 'take') return { kind: 'from', square: chosen.from };
    if (chosen) return null;
    const { legal, pick } = this.#memory;
    return legal === this.#desk().legal ? pick : null;
  });

  /** The square that the choice is about. */
  target = $derived.by((): string | null => {
    const { chosen } = this;
    if (chosen && 'square' in chosen) return chosen.square;
    return chosen?.verb === 'take' ? chosen.from : null;
  });

  /** The numbers that may be placed on a square now. */
  takes(square: string): number[] {
    return this.#placings.filter((move) => move.square === square).map(({ number }) => number);
  }

  /** The squares that may be picked, or chosen for what is picked. */
  lit = $derived.by((): Set<string> => {
    const { pick } = this;
    const squares = new Set<string>();
    for (const move of this.#moves) {
      if (move.verb === 'black' || move.verb === 'remove') squares.add(move.square);
      if (move.verb === 'place' && this.#goesWith(move, pick)) squares.add(move.square);
      if (move.verb === 'move' && pick?.kind === 'from' && move.from === pick.square)
        squares.add(move.square);
      if (move.verb === 'take' && (pick === null || pick.kind === 'square')) squares.add(move.from);
    }
    return squares;
  });

  #goesWith(move: Placing, pick: Pick | null): boolean {
    if (pick === null || pick.kind === 'square') return true;
    return pick.kind === 'number' && move.number === pick.number;
  }

  /** The numbers of the keys that do something now. */
  digits = $derived.by((): Set<number> => {
    const { pick } = this;
    return new Set(
      this.#moves.flatMap((move) => {
        if (move.verb === 'stack') return [move.stack];
        if (move.verb !== 'place') return [];
        return pick?.kind === 'square' && move.square !== pick.square ? [] : [move.number];
      }),
    );
  });

  can(text: string): boolean {
    return this.#texts.has(text);
  }

  canMove(square: string): boolean {
    return this.can(taking(square));
  }

  clear(): void {
    this.#pick(null);
  }

  #pick(pick: Pick | null): void {
    const desk = this.#desk();
    if (desk.choice !== null) desk.choose(null);
    desk.ask(null);
    this.#memory = { legal: desk.legal, pick };
  }

  #choose(text: string): void {
    this.#memory = { legal: null, pick: null };
    this.#desk().choose(text);
  }

  /** Chooses this action, or asks why it cannot be. */
  try(text: string): void {
    if (this.can(text)) this.#choose(text);
    else if (this.#desk().legal.length > 0) this.#desk().ask(text);
  }

  /** A square is tapped. */
  tap(square: string): void {
    const { pick } = this;
    const straight = [blackening(square), removing(square), ...this.#withPick(square)];
    const text = straight.find((action) => this.can(action));
    if (text !== undefined) {
      if (text === this.#desk().choice) this.#pick(pick);
      else this.#choose(text);
    } else if (pick !== null && pick.kind !== 'number' && pick.square === square) this.#pick(null);
    else if (this.canMove(square)) this.#pick({ kind: 'from', square });
    else if (pick?.kind === 'number' || pick?.kind === 'from') this.ask(square);
    else this.#open(square);
  }

  #withPick(square: string): string[] {
    const { pick } = this;
    if (pick?.kind === 'number') return [placing(pick.number, square)];
    return pick?.kind === 'from' ? [moving(pick.square, square)] : [];
  }

  /** Lays the one number that a square takes, or picks the square until it is said which. */
  #open(square: string): void {
    const [number, ...others] = this.takes(square);
    if (number === undefined) this.ask(square);
    else if (others.length === 0) this.#choose(placing(number, square));
    else this.#pick({ kind: 'square', square });
  }

  /** A number is named, by a key or by its button; `at` is the square that the cursor is on. */
  digit(number: number, at: string | null): void {
    const { pick } = this;
    const square = pick?.kind === 'square' ? pick.square : at;
    const here = [`s${number}`, ...(square === null ? [] : [placing(number, square)])];
    const text = here.find((action) => this.can(action));
    if (text !== undefined) this.#choose(text);
    else if (pick?.kind === 'square') this.ask(pick.square, number);
    else if (!this.digits.has(number)) this.ask(null, number);
    else if (pick?.kind === 'number' && pick.number === number) this.#pick(null);
    else this.#pick({ kind: 'number', number });
  }

  /** The number that is picked up, or the one at the cursor, goes back to the table. */
  takeOff(at: string | null): void {
    const square = this.pick?.kind === 'from' ? this.pick.square : at;
    if (square !== null) this.try(taking(square));
  }

  /** To do nothing, or to say nothing. */
  nothing(): void {
    this.try(this.can('silent') ? 'silent' : PASS);
  }

  /** To warn or to punish, whichever it is the time for. */
  object(): boolean {
    const text = ['warn', 'punish'].find((action) => this.can(action));
    if (text === undefined) return false;
    this.#choose(text);
    return true;
  }

  /** The pointer or the cursor is at a square; `null`: at none. */
  point(square: string | null): void {
    const desk = this.#desk();
    if (desk.choice !== null || desk.legal.length === 0) return;
    const fine = square === null || this.lit.has(square) || this.canMove(square);
    if (fine) desk.ask(null);
    else this.ask(square);
  }

  /** Asks why a square, or a number, is not available: about the most telling action that it stands for. */
  ask(square: string | null, number?: number): void {
    const desk = this.#desk();
    if (desk.legal.length > 0) desk.ask(this.#doubtful(square, number));
  }

  #doubtful(square: string | null, number?: number): string | null {
    const desk = this.#desk();
    const { phase, board, table } = desk.position as OneOhEightPosition;
    const { pick } = this;
    if (square !== null && (phase === 'stack' || phase === 'black')) return blackening(square);
    if (square !== null && phase === 'remove') return removing(square);
    if (phase !== 'act') return null;
    if (number !== undefined) return placing(number, square ?? this.#anyEmpty());
    if (square === null) return null;
    if (pick?.kind === 'number') return placing(pick.number, square);
    if (pick?.kind === 'from') return moving(pick.square, square);
    const lies = board[square] !== undefined && ownerOf(squareNamed(square)) !== desk.front;
    return lies ? taking(square) : placing(table[desk.front]?.[0] ?? NUMBERS[0], square);
  }

  #anyEmpty(): string {
    const { front, position } = this.#desk();
    const { board } = position as OneOhEightPosition;
    const empty = HOMES[front]?.find(({ name, kind }) => kind === 'coloured' && board[name] === undefined);
    return empty?.name ?? 'a1';
  }
}
