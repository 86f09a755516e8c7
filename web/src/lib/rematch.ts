import type { Seat, SeatPlan, TableMessage, TableRequest } from './protocol';

function planOf(seat: Seat): SeatPlan {
  return seat.kind === 'bot'
    ? { kind: 'bot', bot: seat.bot ?? '', name: seat.name }
    : { kind: 'person', name: seat.name };
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
