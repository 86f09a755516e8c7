import type { Action } from '../../lib/protocol';
import type { Desk } from '../game';
import {
  type Box,
  comingNumbers,
  type Nmbr9Position,
  type Placement,
  previewLevel,
  textOf,
  tileOf,
  topTiles,
} from './display';
import { actionFor, firstGhost, inOrder, placesOf, turned } from './ghost';
import { shapeOf } from './shapes';

/** The tile in hand: which number, where its ghost is, and what can be done with it. */
export class Hand {
  #desk: () => Desk;
  #picked: number | null = $state(null);
  /** Where the ghost was moved to, and for which tile: the next tile starts afresh. */
  #moved: { due: string; to: Placement } | null = $state.raw(null);

  constructor(desk: () => Desk) {
    this.#desk = desk;
  }

  get #position(): Nmbr9Position {
    return this.#desk().position as Nmbr9Position;
  }

  get #legal(): readonly Action[] {
    return this.#desk().legal;
  }

  tiles = $derived.by(() => this.#position.displays[this.#desk().front] ?? []);
  top = $derived.by(() => topTiles(this.tiles));
  free = $derived.by(() => this.#position.options.draft === 'free');
  choosable = $derived.by(() => new Set(this.#legal.map(({ part }) => part.number as number)));

  /** The number to lay; `null` when there is nothing to lay from here. */
  number = $derived.by((): number | null => {
    if (this.#legal.length === 0) return null;
    if (!this.free) return comingNumbers(this.#position, this.#desk().front)[0] ?? null;
    return this.#picked !== null && this.choosable.has(this.#picked)
      ? this.#picked
      : Math.min(...this.choosable);
  });

  #due = $derived.by(() => `seat ${this.#desk().front}, tile ${this.tiles.length}, number ${this.number}`);

  /** The tentative choice. */
  chosen = $derived.by(() => this.#legal.find(({ text }) => text === this.#desk().choice));

  ghost = $derived.by((): Placement | null => {
    if (this.chosen) return tileOf(this.chosen);
    if (this.number === null) return null;
    return this.#moved?.due === this.#due ? this.#moved.to : firstGhost(this.#legal, this.number);
  });

  level = $derived.by(() => (this.ghost ? previewLevel(this.top, this.ghost) : 0));
  fits = $derived.by(() => this.ghost !== null && actionFor(this.#legal, this.ghost) !== undefined);

  /** Where the tile may go as it is turned now. */
  places = $derived.by(() => (this.ghost ? placesOf(this.#legal, this.ghost.number, this.ghost.turn) : []));

  /** Moves the ghost; takes back what was laid, and asks why not where it does not fit. */
  move(to: Placement): void {
    const desk = this.#desk();
    if (desk.choice !== null) desk.choose(null);
    this.#moved = { due: this.#due, to };
    desk.ask(actionFor(desk.legal, to) ? null : textOf(to, this.free));
  }

  /** Moves the ghost by some cells, as far as it stays in a box. */
  shift(dx: number, dy: number, { left, top, width, height }: Box): void {
    if (!this.ghost) return;
    const shape = shapeOf(this.ghost.number, this.ghost.turn);
    const within = (value: number, low: number, high: number) =>
      Math.max(Math.ceil(low), Math.min(value, Math.floor(high)));
    const x = within(this.ghost.x + dx, left, left + width - shape.width);
    const y = within(this.ghost.y + dy, top, top + height - shape.height);
    this.move({ ...this.ghost, x, y });
  }

  turn(quarters: number): void {
    if (this.ghost) this.move(turned(this.ghost, quarters));
  }

  /** To the next legal place, in whatever orientation. */
  step(by: 1 | -1): void {
    const all = inOrder(this.#legal.filter(({ part }) => part.number === this.number));
    const here = this.ghost && actionFor(all, this.ghost);
    const from = here ? all.indexOf(here) : by > 0 ? -1 : 0;
    const next = all[(from + by + all.length) % all.length];
    if (next) this.move(tileOf(next));
  }

  /** Takes another number, with a free draft. */
  pick(number: number): void {
    if (!this.choosable.has(number)) return;
    if (this.#desk().choice !== null) this.#desk().choose(null);
    this.#picked = number;
  }

  /** Lays the tile tentatively where it fits; asks why not elsewhere. */
  lay(): void {
    if (!this.ghost) return;
    const action = actionFor(this.#legal, this.ghost);
    if (action) this.#desk().choose(action.text);
    else this.#desk().ask(textOf(this.ghost, this.free));
  }
}
