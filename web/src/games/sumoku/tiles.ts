import type { Position } from '../../lib/protocol';

export const COLOURS = ['R', 'O', 'Y', 'G', 'B', 'P'] as const;
export type Colour = (typeof COLOURS)[number];

/** What a tile in a stock is called (`G6`), and what it shows on the table (`G6` or `G9`). */
export type Face = string;

export interface Spot {
  x: number;
  y: number;
}

export interface Placed extends Spot {
  face: Face;
}

type Triple = [x: number, y: number, face: Face];

/** The position form of the rules. */
export interface SumokuPosition extends Position {
  phase: 'draw' | 'roll' | 'play' | 'over';
  key: number | null;
  turn_of: number;
  bonus: boolean;
  laid: Triple[];
  board: Triple[];
  stocks: Face[][];
  bag: Face[];
  scores: number[];
}

export const colourOf = (face: Face) => face.charAt(0) as Colour;
export const numberOf = (face: Face) => Number(face.charAt(1));

/** The tile that shows a face: a nine is a 6 upside down (P5). */
export const kindOf = (face: Face) => (numberOf(face) === 9 ? `${colourOf(face)}6` : face);

/** A 6 as a nine and back; any other tile stays as it is. */
export function flipped(face: Face): Face {
  const other: Record<number, number> = { 6: 9, 9: 6 };
  return `${colourOf(face)}${other[numberOf(face)] ?? numberOf(face)}`;
}

export const placed = ([x, y, face]: Triple): Placed => ({ x, y, face });

export const nameOf = ({ x, y }: Spot) => `${x},${y}`;

export const same = (a: Spot, b: Spot) => a.x === b.x && a.y === b.y;

/** The action that lays a tile. */
export const textOf = (tile: Placed) => `${tile.face}@${nameOf(tile)}`;

const LAY = /^([ROYGBP][1-9])@(-?\d+),(-?\d+)$/i;

/** The tile that an action lays; `null` for any other action. */
export function readLay(text: string): Placed | null {
  const match = LAY.exec(text);
  return match && { face: (match[1] ?? '').toUpperCase(), x: Number(match[2]), y: Number(match[3]) };
}

/** What the tiles left in a stock cost at the end (E3). */
export const total = (stock: readonly Face[]) => stock.reduce((sum, kind) => sum + numberOf(kind), 0);
