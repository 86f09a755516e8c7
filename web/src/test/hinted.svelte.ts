import type { Hinted } from '../lib/hint.svelte';
import type { Action, Ratings, TableMessage } from '../lib/protocol';
import { texts } from './desk.svelte';

/** A table of which only what a hint needs is there. */
export class FakeHinted implements Hinted {
  /** Who has acted in events 1, 2, …; `null`: chance. */
  acted: (number | null)[] = $state.raw(Array(17).fill(1));
  live = true;
  front = $state(0);
  legal: Action[] = $state.raw(texts('a', 'b', 'c', 'd'));
  choices: readonly string[] = $state.raw([]);
  sending = false;
  preparing = $state(false);
  preparation: number | null = $state(null);
  answer: Ratings | null = {
    position: 17,
    seat: 0,
    actions: this.legal.map((action, i) => ({ action, value: 0.6 - i / 10, weight: 0.25 })),
    played: null,
  };
  asked: [number, number][] = [];
  /** What happens while the question is on its way. */
  onAsked: (() => void) | null = null;
  chosen: (string | readonly string[] | null)[] = [];

  get data(): TableMessage {
    const log = this.acted.map((seat, i) => ({ number: i + 1, seat, text: '', time: 0 }));
    return { position: log.length, log } as unknown as TableMessage;
  }

  choose(choice: string | readonly string[] | null): void {
    this.chosen.push(choice);
    this.choices = typeof choice === 'string' ? [choice] : (choice ?? []);
  }

  async rate(position: number, seat: number): Promise<Ratings | null> {
    this.asked.push([position, seat]);
    await this.onAsked?.();
    return position === this.acted.length ? this.answer : null;
  }
}
