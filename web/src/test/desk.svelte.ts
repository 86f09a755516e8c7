import type { Desk } from '../games/game';
import type { Action, Aids, LogEvent, Position, Reason, Seat } from '../lib/protocol';

/** A desk without a server: what was asked of it is kept for the test to look at. */
export class FakeDesk implements Desk {
  id = 'test';
  position: Position | null = $state.raw(null);
  seats: Seat[] = $state.raw([{ kind: 'person', name: 'Ann', bot: null, yours: true }]);
  log: LogEvent[] = $state.raw([]);
  front = $state(0);
  legal: Action[] = $state.raw([]);
  aids: Aids = $state.raw({});
  choices: readonly string[] = $state.raw([]);
  asked: (string | null)[] = [];
  confirmed: string[] = [];

  get choice(): string | null {
    return this.choices[0] ?? null;
  }

  choose(action: string | readonly string[] | null): void {
    this.choices = typeof action === 'string' ? [action] : (action ?? []);
  }

  async confirm(): Promise<void> {
    this.confirmed.push(...this.choices);
    this.choices = [];
  }

  ask(action: string | null): void {
    this.asked.push(action);
  }

  async why(): Promise<Reason | null> {
    return null;
  }

  bringForward(seat: number): void {
    this.front = seat;
  }
}

/** Legal actions of which only the text matters. */
export function texts(...list: string[]): Action[] {
  return list.map((text) => ({ text, part: {} }));
}
