import { untrack } from 'svelte';
import { session } from '../../lib/storage';
import type { Desk } from '../game';
import { type Crossword, crosswordOf, firstFree, type Way } from './lines';
import { isHopeless, openEnds, type Play, playOf, shiftOf, type Table } from './play';
import { arranged, moved, type Slot, type Sorting, slotsOf, sortedBy, without } from './stock';
import {
  type Face,
  flipped,
  kindOf,
  nameOf,
  type Placed,
  placed,
  readLay,
  type Spot,
  type SumokuPosition,
  same,
  textOf,
} from './tiles';
import { nothingTyped, type Typed, type } from './typing';

/** The play that the seat in front lays tentatively, in any order, and its hand while it does. */
export class Draft {
  #desk: () => Desk;
  /** The tiles laid, and in which turn: the next one starts with none. */
  #memory: { turn: string; tiles: readonly Placed[] } = $state.raw({ turn: '', tiles: [] });
  #picked: Face | null = $state(null);
  #typed: Typed = $state.raw(nothingTyped);
  #cursor: Spot | null = $state.raw(null);
  #heading: Way = $state('row');
  /** Each player's own order of the stock, by seat. */
  #orders: Readonly<Record<number, readonly Face[]>> = $state.raw({});

  /** What the stock was last sorted by, if it was. */
  sorting: Sorting | null = $state(null);
  /** The place under the mouse or a tile that is dragged. */
  pointed: Spot | null = $state.raw(null);
  /** Whether the board is being played with keys, so that the tile picked is seen at the cursor. */
  byKeys = $state(false);

  constructor(desk: () => Desk) {
    this.#desk = desk;
    this.#orders = session.load<Record<number, Face[]>>(this.#ordersName) ?? {};
  }

  get #ordersName(): string {
    return `sumoku.${this.#desk().id}.orders`;
  }

  get #position(): SumokuPosition {
    return this.#desk().position as SumokuPosition;
  }

  /** Whether the seat in front may lay tiles now. */
  active = $derived.by(() => this.#desk().legal.some(({ text }) => text !== 'pass'));

  table = $derived.by((): Table => {
    const { board, laid, key } = this.#position;
    return { board: board.map(placed), laid: laid.map(placed), key: key ?? 1 };
  });

  #turn = $derived.by(() => `seat ${this.#desk().front}, ${this.table.board.length} tiles`);

  /** A single tile that was chosen elsewhere, such as by its text. */
  #typedIn = $derived.by(() => {
    const { choices } = this.#desk();
    return choices.length === 1 ? readLay(choices[0] ?? '') : null;
  });

  tiles = $derived.by((): readonly Placed[] => {
    if (!this.active) return [];
    if (this.#typedIn) return [this.#typedIn];
    const { turn, tiles } = this.#memory;
    return turn === this.#turn ? tiles.filter((tile) => !this.#lying.has(nameOf(tile))) : [];
  });

  #lying: Crossword = $derived.by(() => crosswordOf([...this.table.board, ...this.table.laid]));

  /** Everything on the table, the tentative tiles too. */
  crossword: Crossword = $derived.by(() => crosswordOf([...this.#lying.values(), ...this.tiles]));

  order = $derived.by(() => {
    const { front } = this.#desk();
    return arranged(this.#orders[front] ?? [], this.#position.stocks[front] ?? []);
  });

  #out = $derived.by(() => this.tiles.map(({ face }) => kindOf(face)));
  hand = $derived.by(() => without(this.order, this.#out));
  slots: Slot[] = $derived.by(() => slotsOf(this.order, this.#out));

  /** The tile taken from the stock to be laid, as it will show. */
  picked = $derived.by(() =>
    this.active && this.#picked !== null && this.hand.includes(kindOf(this.#picked)) ? this.#picked : null,
  );

  cursor = $derived.by((): Spot => this.#cursor ?? this.#lays[0] ?? { x: 0, y: 0 });

  /** The direction that typing goes in: that of the play once it has one. */
  way: Way = $derived.by(() => this.play.way ?? this.#heading);

  /** The tile picked, where it would lie. */
  ghost = $derived.by((): Placed | null => {
    const spot = this.pointed ?? (this.byKeys ? this.cursor : null);
    return this.picked !== null && spot && !this.crossword.has(nameOf(spot))
      ? { ...spot, face: this.picked }
      : null;
  });

  play: Play = $derived.by(() => playOf(this.table, this.tiles));

  /** The play as it would be with the ghost. */
  preview: Play = $derived.by(() =>
    this.ghost ? playOf(this.table, [...this.tiles, this.ghost]) : this.play,
  );

  /** The decisions of the play when it can be confirmed. */
  plan = $derived.by((): readonly string[] | null => {
    const legal = this.#desk().legal.map(({ text }) => text);
    if (legal.join() === 'end') return legal;
    const { whole, decisions } = this.play;
    return whole && legal.includes(decisions[0] ?? '') && !this.#typedIn ? [...decisions, 'end'] : null;
  });

  #lays = $derived.by(() =>
    this.#desk().legal.flatMap(({ text }) => {
      const tile = readLay(text);
      return tile ? [tile] : [];
    }),
  );

  /** Where a legal play may begin, with the tile that is picked if there is one. */
  #firsts = $derived.by((): Placed[] =>
    this.picked === null ? this.#lays : this.#lays.filter(({ face }) => face === this.picked),
  );

  lit = $derived.by(() => new Set(this.tiles.length === 0 ? this.#firsts.map(nameOf) : []));

  /** Where the play may go on, by places alone. */
  ends = $derived.by(() => (this.tiles.length > 0 ? openEnds(this.table, this.tiles) : []));

  /** Offers the play to be confirmed as soon as it can be, and again after a look elsewhere. */
  offer(): void {
    const plan = this.plan;
    untrack(() => {
      const desk = this.#desk();
      if (plan && plan.join() !== desk.choices.join()) desk.choose(plan);
    });
  }

  /** Keeps the order of the stock, so that tiles drawn come last. */
  remember(): void {
    const { order } = this;
    const { front } = this.#desk();
    const known = this.#orders[front]?.join() === order.join();
    if (this.active && !known) untrack(() => this.#keep(front, order));
  }

  #keep(seat: number, order: readonly Face[]): void {
    this.#orders = { ...this.#orders, [seat]: order };
    session.save(this.#ordersName, this.#orders);
  }

  arrange(from: number, to: number): void {
    this.#keep(this.#desk().front, moved(this.order, from, to));
  }

  sort(by: Sorting): void {
    this.sorting = by;
    this.#keep(this.#desk().front, sortedBy(this.order, by));
  }

  // The hand

  pick(face: Face | null): void {
    this.#typed = nothingTyped;
    this.#picked = face;
  }

  /** A tap on a tile of the stock: takes it, turns a 6 that is taken already, or puts it back. */
  tap(kind: Face): void {
    if (this.picked === null || kindOf(this.picked) !== kind) this.pick(kind);
    else this.pick(this.picked === kind && flipped(kind) !== kind ? flipped(kind) : null);
  }

  /** The tile that `flip` turns: the one picked, else the one at the cursor, else the one laid last. */
  flippable = $derived.by((): Face | null => {
    const face = this.picked ?? this.#flipTarget?.face ?? null;
    return face !== null && flipped(face) !== face ? face : null;
  });

  #flipTarget = $derived.by(
    () => this.tiles.find((tile) => same(tile, this.cursor)) ?? this.tiles.at(-1) ?? null,
  );

  flip(): boolean {
    if (this.flippable === null) return false;
    if (this.picked !== null) this.#picked = flipped(this.picked);
    else this.#set(this.tiles.map((t) => (t === this.#flipTarget ? { ...t, face: flipped(t.face) } : t)));
    return true;
  }

  /** True when the key means a tile. */
  type(key: string): boolean {
    const typing = type(key, this.#typed, this.hand, this.picked);
    if (!typing) return false;
    this.#typed = typing.typed;
    if (typing.lay !== undefined) this.lay(this.cursor, typing.lay);
    else this.#picked = typing.pick ?? null;
    return true;
  }

  // The table

  /** Lays a tile tentatively; what lies there of the play comes back into the hand. Asks why not where it cannot. */
  lay(spot: Spot, face: Face | null = this.picked): boolean {
    if (face === null || !this.active) return false;
    const tile = { face, x: spot.x, y: spot.y };
    if (!this.hand.includes(kindOf(face)) || this.#lying.has(nameOf(spot))) {
      this.#desk().ask(textOf(tile));
      return false;
    }
    const under = this.tiles.find((other) => same(other, spot));
    this.#set([...this.tiles.filter((other) => other !== under), tile]);
    this.pick(under?.face ?? null);
    const laid = this.tiles.at(-1) ?? tile;
    this.#cursor = firstFree(this.crossword, laid, this.way);
    if (this.tiles.length === 1) this.#doubt(tile);
    return true;
  }

  /** Takes a tentative tile back, into the hand to be laid elsewhere. */
  lift(spot: Spot): boolean {
    const tile = this.tiles.find((other) => same(other, spot));
    if (!tile) return false;
    this.#set(this.tiles.filter((other) => other !== tile));
    this.#cursor = tile;
    this.pick(tile.face);
    return true;
  }

  /** Takes the tile laid last back into the stock. */
  back(): boolean {
    const tile = this.tiles.at(-1);
    if (!tile) return false;
    this.#set(this.tiles.slice(0, -1));
    this.#cursor = tile;
    this.pick(null);
    return true;
  }

  clear(): void {
    this.#set([]);
    this.pick(null);
  }

  #set(tiles: readonly Placed[]): void {
    const turn = this.#turn;
    const { x, y } = shiftOf(this.table, tiles);
    this.#memory = { turn, tiles: tiles.map((tile) => ({ ...tile, x: tile.x + x, y: tile.y + y })) };
    this.#desk().choose(null);
  }

  // Looking around

  point(spot: Spot | null): void {
    if (this.pointed === spot || (spot && this.pointed && same(spot, this.pointed))) return;
    this.pointed = spot;
    if (spot) this.byKeys = false;
    if (this.picked !== null) this.#doubt(this.ghost);
  }

  goTo(spot: Spot): void {
    this.#cursor = spot;
  }

  move(dx: number, dy: number): void {
    this.goTo({ x: this.cursor.x + dx, y: this.cursor.y + dy });
    this.#heading = dx !== 0 ? 'row' : 'column';
    this.#typed = nothingTyped;
    if (this.picked !== null) this.#doubt(this.ghost);
  }

  /** To the next place where a play may begin or go on. */
  step(by: 1 | -1): void {
    const spots = this.tiles.length > 0 ? this.ends : this.#firsts;
    const all = spots
      .filter((spot, i) => spots.findIndex((other) => same(spot, other)) === i)
      .toSorted((a, b) => a.y - b.y || a.x - b.x);
    const here = all.findIndex((spot) => same(spot, this.cursor));
    const next = all[here < 0 ? (by > 0 ? 0 : all.length - 1) : (here + by + all.length) % all.length];
    if (next) this.goTo({ x: next.x, y: next.y });
  }

  turn(): void {
    this.#heading = this.#heading === 'row' ? 'column' : 'row';
  }

  /** Shows why a tile will never do where it is; what other tiles can still mend is no reason. */
  #doubt(tile: Placed | null): void {
    const wrong = tile !== null && isHopeless(this.table, tile);
    this.#desk().ask(wrong ? textOf(tile) : null);
  }
}
