import { isNoName } from './person';
import type { Seat, SeatPlan, TableMessage, TableRequest } from './protocol';

function planOf({ kind, bot, name }: Seat, seat: number): SeatPlan {
  if (kind === 'bot') return { kind, bot: bot ?? '', name };
  return isNoName(name, seat) ? { kind } : { kind, name };
}

/** The same game once more: the second seat goes first, the first seat last. */
export function rematchOf({
  game,
  options,
  seats,
}: Pick<TableMessage, 'game' | 'options' | 'seats'>): TableRequest {
  const [first, ...others] = seats.map(planOf);
  return { game, options, seats: first ? [...others, first] : [] };
}

/** A sandbox that starts with an earlier position: people and bots keep their seats. */
export function sandboxOf({ table }: Pick<TableMessage, 'table'>, position: number): TableRequest {
  return { from: { table, position } };
}
