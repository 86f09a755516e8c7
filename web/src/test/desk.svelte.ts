import type { Desk } from '../games/game';
import type { Action, LogEvent, Position, Reason, Seat } from '../lib/protocol';

/** A desk without a server: what was asked of it is kept for the test to look at. */
export class FakeDesk implements Desk {
  position: Position | null = $state.raw(null);
  seats: Seat[] = $state.raw([{ kind: 'person', name: 'Ann', bot: null, yours: true }]);
  log: LogEvent[] = $state.raw([]);
  front = $state(0);
  legal: Action[] = $state.raw([]);
  choice: string | null = $state(null);
  asked: (string | null)[] = [];
  confirmed: string[] = [];

  choose(action: string | null): void {
    this.choice = action;
  }

  async confirm(): Promise<void> {
    if (this.choice !== null) this.confirmed.push(this.choice);
    this.choice = null;
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
