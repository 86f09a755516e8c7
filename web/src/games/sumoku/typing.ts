import { COLOURS, type Colour, colourOf, type Face, kindOf, numberOf } from './tiles';

/** What was typed of a tile so far: its colour or its number. */
export interface Typed {
  colour: Colour | null;
  number: number | null;
}

export const nothingTyped: Typed = { colour: null, number: null };

export interface Typing {
  typed: Typed;
  /** Colour and number are there: the tile to lay. */
  lay?: Face;
  /** A tile that what was typed may mean. */
  pick?: Face;
}

/**
 * One more key of a tile, colour and number in either order. A lone colour or number picks such a tile of the hand, and
 * the next one when it is typed again.
 */
export function type(key: string, typed: Typed, hand: readonly Face[], picked: Face | null): Typing | null {
  const colour = COLOURS.find((each) => each === key.toUpperCase()) ?? null;
  const number = /^[1-9]$/.test(key) ? Number(key) : null;
  if (colour === null && number === null) return null;
  const whole = { colour: colour ?? typed.colour, number: number ?? typed.number };
  if (whole.colour !== null && whole.number !== null) {
    return { typed: nothingTyped, lay: `${whole.colour}${whole.number}` };
  }
  const meant = [...new Set(hand)].filter((kind) =>
    colour !== null ? colourOf(kind) === colour : numberOf(kind) === (number === 9 ? 6 : number),
  );
  const again =
    picked !== null && (typed.colour ?? typed.number) !== null ? meant.indexOf(kindOf(picked)) : -1;
  const kind = meant[(again + 1) % meant.length];
  return { typed: whole, pick: number === 9 && kind ? `${colourOf(kind)}9` : kind };
}
