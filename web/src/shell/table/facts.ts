import type { TableFacts } from '../../games/game';
import type { TableMessage } from '../../lib/protocol';

/** What a game is told of a table to tell its log. */
export function factsOf({ options, players, seats }: TableMessage): TableFacts {
  return { options, seats: players, names: seats.map(({ name }) => name) };
}
