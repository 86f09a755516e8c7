import type { Desk } from '../game';
import type { Ghost } from './Field.svelte';
import { boardAfter } from './moves';
import type { Lying, OneOhEightPosition } from './position';
import { against, type Clash, candidatesOf, clashesOf, repeatsOf } from './puzzle';
import type { Selection } from './selection.svelte';
import { ownerOf, reachOf, squareNamed } from './squares';
import { tools } from './tools.svelte';

/** What is drawn: the position with what is chosen, and what stands against what in the home in front. */
export class Scene {
  #desk: () => Desk;
  #selection: Selection;
  /** The square that the pointer or the cursor is at. */
  pointed: string | null = $state(null);

  constructor(desk: () => Desk, selection: Selection) {
    this.#desk = desk;
    this.#selection = selection;
  }

  #position = $derived.by(() => this.#desk().position as OneOhEightPosition);

  /** The board as it would lie after what is chosen. */
  board = $derived.by(
    (): Lying => boardAfter(this.#position.board, this.#selection.chosen, this.#position.revealed),
  );

  /** The board with a number that is on its way still seen where it lies. */
  drawn = $derived.by((): Lying => ({ ...this.#position.board, ...this.board }));

  leaving = $derived.by((): string | null => {
    const { chosen } = this.#selection;
    if (chosen?.verb === 'move' || chosen?.verb === 'take') return chosen.from;
    return chosen?.verb === 'remove' ? chosen.square : null;
  });

  ghost = $derived.by((): Ghost | null => {
    const { chosen, target } = this.#selection;
    if (target === null || chosen?.verb === 'take' || chosen?.verb === 'remove') return null;
    const number = this.board[target];
    return number === undefined ? null : { square: target, number, placer: this.#desk().front };
  });

  /** The square that is taken up, to be seen until it is laid elsewhere. */
  picked = $derived.by((): string | null => {
    const { pick } = this.#selection;
    return pick && pick.kind !== 'number' ? pick.square : null;
  });

  /** The number in hand. */
  sought = $derived.by((): number | null => {
    const { pick } = this.#selection;
    if (pick?.kind === 'number') return pick.number;
    return pick?.kind === 'from' ? (this.#position.board[pick.square] ?? null) : null;
  });

  /** The squares that can be chosen. */
  squares = $derived.by((): Set<string> => this.#selection.lit);

  /** Of these the empty ones; true where the number in hand would stand against another. */
  lit = $derived.by((): Map<string, boolean> => {
    const { front } = this.#desk();
    const { pick } = this.#selection;
    const { board } = this.#position;
    const left = pick?.kind === 'from' ? boardAfter(board, { verb: 'take', from: pick.square }, null) : board;
    return new Map(
      [...this.squares].map((name) => {
        const square = squareNamed(name);
        const amiss =
          this.sought !== null &&
          square.homes.includes(front) &&
          against(left, front, square, this.sought).length > 0;
        return [name, amiss];
      }),
    );
  });

  candidates = $derived.by((): Map<string, number[]> => {
    const { front } = this.#desk();
    const shown = tools.candidates && !this.#position.out.includes(front);
    return shown ? candidatesOf(this.board, front) : new Map();
  });

  /** What keeps the home from being solved as it lies; black numbers no longer touch one who is out (W4). */
  clashes = $derived.by((): Clash[] => {
    const { front } = this.#desk();
    return this.#position.out.includes(front) ? [] : clashesOf(this.board, front);
  });

  /** White squares that repeat, where the table is asked about them. */
  #repeating = $derived.by((): string[] => {
    const { phase, offence, board } = this.#position;
    if (phase === 'remove') return [...this.squares];
    const square = phase === 'warn' || phase === 'punish' ? (offence?.square ?? null) : null;
    return square === null ? [] : [square, ...repeatsOf(board, square)];
  });

  clashing = $derived.by(
    (): Set<string> => new Set([...this.clashes.flatMap(({ a, b }) => [a, b]), ...this.#repeating]),
  );

  /** Lines between squares that stand against each other: those of the square looked at or just chosen. */
  links = $derived.by((): [string, string][] => {
    const { target } = this.#selection;
    return this.clashes
      .filter(({ a, b }) => [a, b].some((name) => name === this.pointed || name === target))
      .map(({ a, b }) => [a, b]);
  });

  /** The coloured squares that the black number looked at, or about to be placed, speaks to. */
  reached = $derived.by((): Set<string> => {
    const { target } = this.#selection;
    const { seats } = this.#position;
    const names = [this.pointed, target].filter((name) => name !== null);
    const black = names.map(squareNamed).find(({ kind, name }) => kind === 'black' && this.#speaks(name));
    const squares = black ? reachOf(black).filter((square) => (ownerOf(square) ?? seats) < seats) : [];
    return new Set(squares.map(({ name }) => name));
  });

  /** A black square with a number, or one that may get it. */
  #speaks(name: string): boolean {
    return this.board[name] !== undefined || this.squares.has(name);
  }
}
