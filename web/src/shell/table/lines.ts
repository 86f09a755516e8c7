/** Lines of the seats, told apart by more than their colour. */
const DASHES = [undefined, '7 4', '2 3', '10 3 2 3'];

export function dashesOf(seat: number): string | undefined {
  return DASHES[seat % DASHES.length];
}
