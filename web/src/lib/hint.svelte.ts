import type { Action, Ratings } from './protocol';
import type { Table } from './table.svelte';

/** More than this many actions are no hint any more. */
const MOST = 3;

/** What a hint needs of a table. */
export type Hinted = Pick<
  Table,
  | 'data'
  | 'live'
  | 'front'
  | 'legal'
  | 'choices'
  | 'choose'
  | 'rate'
  | 'sending'
  | 'preparing'
  | 'preparation'
>;

/** A hint for the seat in front: asked for, shown on the board while it is pointed at, and taken. */
export class Hint {
  #table: Hinted;
  #about: { position: number; seat: number } | null = $state.raw(null);
  #ratings: Ratings | null = $state.raw(null);
  #failed = $state(false);
  /** What was chosen before an action of the hint was shown; `null` while none is. */
  #before: readonly string[] | null = $state.raw(null);

  constructor(table: Hinted) {
    this.#table = table;
  }

  /** Whether the seat in front may have one. */
  possible = $derived.by(() => this.#table.legal.length > 0);

  /** It is about one decision, and gone after that; what others do at the same time does not touch it. */
  open = $derived.by(() => {
    const about = this.#about;
    if (!about || !this.possible || about.seat !== this.#table.front) return false;
    const since = this.#table.data?.log.slice(about.position) ?? [];
    return since.every(({ seat }) => seat !== null && seat !== about.seat);
  });

  /** Whether what lies on the board is only shown. */
  showing = $derived(this.open && this.#before !== null);

  state = $derived.by((): 'preparing' | 'thinking' | 'there' | 'only' | 'failed' => {
    if (this.#failed) return 'failed';
    if (!this.#ratings) return this.#table.preparing ? 'preparing' : 'thinking';
    return this.actions.length > 0 ? 'there' : 'only';
  });

  /** How far what it is thought with is prepared, from 0 to 1; `null`: nobody knows. */
  preparation = $derived.by(() => this.#table.preparation);

  actions = $derived.by(() => this.#ratings?.actions.slice(0, MOST) ?? []);

  /** What can be taken: the best actions, or the only one there is. */
  offered = $derived.by((): Action[] => {
    if (this.state === 'only') return this.#table.legal.slice(0, 1);
    return this.actions.map(({ action }) => action);
  });

  async ask(): Promise<void> {
    const position = this.#table.data?.position;
    if (position === undefined || !this.possible || this.open) return;
    const about = { position, seat: this.#table.front };
    this.#about = about;
    this.#ratings = null;
    this.#failed = false;
    this.#before = null;
    let asked: number;
    let ratings: Ratings | null;
    do {
      asked = this.#table.data?.position ?? position;
      ratings = await this.#table.rate(asked, about.seat).catch(() => null);
      if (this.#about !== about) return;
      // Another seat may have acted before the question was there: only the newest position is rated.
    } while (ratings === null && this.open && asked !== this.#table.data?.position);
    this.#ratings = ratings;
    this.#failed = ratings === null;
  }

  close(): void {
    this.hide();
    this.#about = null;
  }

  /** Lays an action on the board to be looked at, whatever the settings; `hide` puts back what lay there. */
  show(text: string): void {
    if (this.#table.sending || (this.showing && this.#table.choices[0] === text)) return;
    this.#before ??= this.#table.choices;
    this.#table.choose([text]);
  }

  hide(): void {
    if (this.#before && this.open && !this.#table.sending) {
      this.#table.choose(this.#before.length > 0 ? this.#before : null);
    }
    this.#before = null;
  }

  /** Chooses it as a person would. */
  take(text: string): void {
    this.#before = null;
    this.#about = null;
    this.#table.choose(text);
  }
}
