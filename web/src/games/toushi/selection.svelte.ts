import type { Desk } from '../game';
import { add, complete, doubtful, fitting, nothing, type Option, optionsOf, type Pick } from './moves';
import type { DieName, ToushiPosition } from './sheet';

/** More than this many numbers for a square are no offer any more: the lists show them. */
const FEW = 12;

/** What is picked of a square and a number, in either order, until together they are an action. */
export class Selection {
  #desk: () => Desk;
  /** The last pick, and of which legal actions: a new position starts with nothing picked. */
  #memory: { legal: unknown; pick: Pick } = $state.raw({ legal: null, pick: nothing });

  constructor(desk: () => Desk) {
    this.#desk = desk;
  }

  options = $derived.by(() => optionsOf(this.#desk().legal));

  /** What is picked now; a choice, wherever it comes from, is a pick too, and one taken back is none. */
  pick = $derived.by((): Pick => {
    const desk = this.#desk();
    const chosen = this.options.find(({ text }) => text === desk.choice);
    if (chosen) return { die: chosen.die, number: chosen.number, square: chosen.square };
    const { legal, pick } = this.#memory;
    return legal === desk.legal && !complete(this.options, pick) ? pick : nothing;
  });

  /** What each square that may be picked now takes. */
  squares = $derived.by(() => {
    const squares = new Map<string, Option[]>();
    for (const option of fitting(this.options, { ...this.pick, square: null })) {
      if (option.square !== null) squares.set(option.square, [...(squares.get(option.square) ?? []), option]);
    }
    return squares;
  });

  #numbers = $derived.by(() => {
    const options = fitting(this.options, { ...nothing, square: this.pick.square });
    return new Set(options.map(({ die, number }) => `${die}:${number}`));
  });

  /** How many numbers the picked square leaves to choose from. */
  open = $derived.by(() =>
    this.pick.square === null || this.#desk().choice !== null
      ? []
      : fitting(this.options, { ...nothing, square: this.pick.square }),
  );

  offers = $derived.by(() => (this.open.length > FEW ? [] : this.open));

  isLit(die: DieName, number: number): boolean {
    return this.#numbers.has(`${die}:${number}`);
  }

  clear(): void {
    this.#memory = { legal: this.#desk().legal, pick: nothing };
  }

  /** Picks a square or a number that some action holds, else asks why not. True when it was picked. */
  take(part: Partial<Pick>): boolean {
    const desk = this.#desk();
    if (fitting(this.options, { ...nothing, ...part }).length === 0) {
      this.ask(part);
      return false;
    }
    const pick = add(this.options, this.pick, part);
    const done = complete(this.options, pick);
    if (desk.choice !== null) desk.choose(null);
    this.#memory = { legal: desk.legal, pick };
    if (done) desk.choose(done.text);
    return true;
  }

  /** Asks why a square or a number is not available. */
  ask(part: Partial<Pick>): void {
    const desk = this.#desk();
    if (desk.legal.length > 0) desk.ask(doubtful(desk.position as ToushiPosition, { ...this.pick, ...part }));
  }

  /** The pointer or the cursor is at a square or a number; `null`: at none. */
  point(part: Partial<Pick> | null): void {
    const desk = this.#desk();
    if (desk.choice !== null || desk.legal.length === 0) return;
    const available =
      part === null ||
      (part.square ? this.squares.has(part.square) : part.die && this.isLit(part.die, part.number ?? 0));
    if (available) desk.ask(null);
    else this.ask(part);
  }
}
