import { isNoName, isYou } from './person';
import type { Seat, Sitter } from './protocol';
import { words } from './words';

/**
 * The seats with the names they are shown under, in the language that is set: the only seat of this screen is "You" if
 * it has no name of its own, and nobody else is.
 */
export function shownSeats<S extends Sitter & Pick<Seat, 'yours'>>(seats: readonly S[]): S[] {
  const { bots, setup } = words();
  const alone = seats.filter(({ yours }) => yours).length === 1;
  return seats.map((seat, i) => {
    if (seat.kind === 'bot')
      return isYou(seat.name) ? { ...seat, name: bots[seat.bot ?? ''] ?? seat.bot } : seat;
    if (!isNoName(seat.name, i)) return seat;
    return { ...seat, name: seat.yours && alone ? setup.you : setup.player(i + 1) };
  });
}
