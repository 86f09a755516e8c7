import { COLOURS, colourOf, type Face, numberOf } from './tiles';

/** A stock in its player's own order: what is still there stays where it was, what is new comes last. */
export function arranged(order: readonly Face[], stock: readonly Face[]): Face[] {
  const left = [...stock];
  const kept = order.filter((kind) => {
    const at = left.indexOf(kind);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
  return [...kept, ...left];
}

/** Takes kinds out of a stock. */
export function without(stock: readonly Face[], kinds: readonly Face[]): Face[] {
  const left = [...stock];
  for (const kind of kinds) {
    const at = left.indexOf(kind);
    if (at >= 0) left.splice(at, 1);
  }
  return left;
}

export interface Slot {
  kind: Face;
  /** Its tile lies on the table, tentatively. */
  out: boolean;
}

/** A stock as places of tiles; those that are laid tentatively leave theirs open. */
export function slotsOf(order: readonly Face[], out: readonly Face[]): Slot[] {
  const gone = [...out];
  return order.map((kind) => {
    const at = gone.indexOf(kind);
    if (at >= 0) gone.splice(at, 1);
    return { kind, out: at >= 0 };
  });
}

/** Moves the tile at one place of an order to another. */
export function moved(order: readonly Face[], from: number, to: number): Face[] {
  const next = [...order];
  const [kind] = next.splice(from, 1);
  if (kind !== undefined) next.splice(to, 0, kind);
  return next;
}

const colourIndex = (kind: Face) => COLOURS.indexOf(colourOf(kind));

export type Sorting = 'colour' | 'number';

export function sortedBy(order: readonly Face[], by: Sorting): Face[] {
  return order.toSorted((a, b) => {
    const [colours, numbers] = [colourIndex(a) - colourIndex(b), numberOf(a) - numberOf(b)];
    return by === 'colour' ? colours || numbers : numbers || colours;
  });
}

/** How many of each tile a bag holds: a row for each colour, a column for each number from 1 to 8. */
export function countsOf(bag: readonly Face[]): number[][] {
  return COLOURS.map((colour) =>
    Array.from({ length: 8 }, (_, i) => bag.filter((kind) => kind === `${colour}${i + 1}`).length),
  );
}
