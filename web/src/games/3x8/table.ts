import type { Json, Position } from '../../lib/protocol';

/** A number card, 0 … 109, or a blocker, "b0" … "b9". */
export type Card = number | string;

export interface OpenRow {
  cards: number[];
  /** The half that lies on it: "4a". */
  blocker: string | null;
}

export interface CompletedRow {
  /** The card that is turned down. */
  completed: number;
}

export type Row = OpenRow | CompletedRow | null;

/** A hand that is not one's own: what all have seen of it, and how many cards it has. */
export interface HiddenHand {
  known: Card[];
  count: number;
}

export interface Position3x8 extends Position {
  phase: 'pool' | 'deal' | 'main' | 'play' | 'draw' | 'drawn' | 'over';
  turn_of: number;
  turn: number;
  hands: (Card[] | HiddenHand)[];
  rows: Row[][];
  pool: (Card | null)[];
  /** The draw pile, or how many cards it has. */
  draw: Card[] | number;
  discard: Card[];
  box: Card[];
  played: number;
  row: number | null;
  moved: boolean;
  to_draw: number;
  known: Card[][];
}

/** Places of a seat, cards of the pool, cards that complete a row, completed rows that win (3X8-R1, S1, A5, E1). */
export const PLACES = [1, 2, 3, 4] as const;
export const POOL = [1, 2, 3] as const;
export const LONG = 8;
export const TO_WIN = 3;

export function isOpen(row: Row | undefined): row is OpenRow {
  return row != null && 'cards' in row;
}

export function isCompleted(row: Row | undefined): row is CompletedRow {
  return row != null && 'completed' in row;
}

export function isNumber(card: Card): card is number {
  return typeof card === 'number';
}

/** The colour of a number card (3X8-K1). */
export function decadeOf(card: number): number {
  return Math.floor(card / 10);
}

/** The last cards of a row. */
export function tailOf(row: OpenRow, count: number): number[] {
  return count > 0 ? row.cards.slice(-count) : [];
}

export function completedRows(rows: readonly Row[]): number {
  return rows.filter(isCompleted).length;
}

/** A hand as it is drawn: the cards that are seen, then as many backs as there are others. */
export function cardsOf(hand: Card[] | HiddenHand): { seen: Card[]; hidden: number } {
  return Array.isArray(hand)
    ? { seen: hand, hidden: 0 }
    : { seen: hand.known, hidden: hand.count - hand.known.length };
}

export function sizeOf(pile: Card[] | number): number {
  return typeof pile === 'number' ? pile : pile.length;
}

/** One half of a blocker: the colour that the last card of the row must have, and the colours it blocks. */
export interface Half {
  base: number;
  blocks: readonly number[];
}

type Deck = readonly { a: Half; b: Half }[];

/** The table of 3X8-K2. */
const STANDARD: Deck = [
  [0, [1, 2], 5, [5, 6, 7]],
  [1, [2, 3], 6, [6, 7, 8]],
  [2, [3, 4], 7, [7, 8, 9]],
  [3, [4, 5], 8, [7, 8, 9]],
  [4, [5, 6], 9, [7, 8, 9]],
  [5, [6, 7], 0, [0, 1, 2]],
  [6, [7, 8], 1, [1, 2, 3]],
  [7, [8, 9], 2, [2, 3, 4]],
  [8, [8, 9], 3, [3, 4, 5]],
  [9, [8, 9], 4, [4, 5, 6]],
].map(([a, blocksA, b, blocksB]) => ({
  a: { base: a as number, blocks: blocksA as number[] },
  b: { base: b as number, blocks: blocksB as number[] },
}));

/** A half by its name, "4a" or "b4a", in the deck that the option names. */
export function halfOf(name: string, blockers: Json | undefined): Half {
  const deck = Array.isArray(blockers) ? (blockers as unknown as Deck) : STANDARD;
  const [number = '', half = ''] = name.replace(/^b/, '');
  return deck[Number(number)]?.[half as 'a' | 'b'] ?? { base: 0, blocks: [] };
}
