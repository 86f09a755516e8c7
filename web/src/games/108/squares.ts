/** The board of 108: 81 squares, and whose they are (108-B1 to B4). All of it follows from where the Dragons lie. */

export const COLUMNS = [...'abcdefghi'];
export const ROWS = [1, 2, 3, 4, 5, 6, 7, 8, 9] as const;
export const NUMBERS = ROWS;
export const SIDE = 9;
export const COLOURS = 4;

/** By seat. */
export const DRAGONS = ['d2', 'h4', 'f8', 'b6'] as const;

export type Kind = 'coloured' | 'dragon' | 'white' | 'black';

export interface Square {
  readonly name: string;
  readonly x: number;
  readonly y: number;
  readonly kind: Kind;
  /** In whose homes it lies: one seat, two on a white square, none on a black one. */
  readonly homes: readonly number[];
}

interface Spot {
  x: number;
  y: number;
}

export function spotOf(name: string): Spot {
  return { x: COLUMNS.indexOf(name.charAt(0)), y: Number(name.charAt(1)) - 1 };
}

const dragons = DRAGONS.map(spotOf);

const inRow = (seat: number, { y }: Spot) => y === dragons[seat]?.y;
const inColumn = (seat: number, { x }: Spot) => x === dragons[seat]?.x;

export function inBase(seat: number, { x, y }: Spot): boolean {
  const dragon = dragons[seat];
  return dragon !== undefined && Math.abs(x - dragon.x) <= 1 && Math.abs(y - dragon.y) <= 1;
}

function kindOf(name: string, homes: readonly number[]): Kind {
  if (homes.length === 0) return 'black';
  if (homes.length === 2) return 'white';
  return (DRAGONS as readonly string[]).includes(name) ? 'dragon' : 'coloured';
}

/** All squares in reading order. */
export const SQUARES: readonly Square[] = ROWS.flatMap((row, y) =>
  COLUMNS.map((column, x) => {
    const name = `${column}${row}`;
    const spot = { x, y };
    const homes = [0, 1, 2, 3].filter(
      (seat) => inRow(seat, spot) || inColumn(seat, spot) || inBase(seat, spot),
    );
    return { name, x, y, kind: kindOf(name, homes), homes };
  }),
);

const byName = new Map(SQUARES.map((square) => [square.name, square]));

export function squareNamed(name: string): Square {
  const square = byName.get(name);
  if (!square) throw new Error(`There is no square ${name}.`);
  return square;
}

/** The 21 squares of a seat (B2). */
export const HOMES: readonly (readonly Square[])[] = DRAGONS.map((_, seat) =>
  SQUARES.filter(({ homes }) => homes.includes(seat)),
);

/** The row, the column and the base of a seat's home, each to hold 1 to 9 once. */
export const LINES: readonly (readonly (readonly Square[])[])[] = HOMES.map((home, seat) =>
  [inRow, inColumn, inBase].map((isIn) => home.filter((square) => isIn(seat, square))),
);

export function inLine(a: Spot, b: Spot): boolean {
  return a.x === b.x || a.y === b.y;
}

/** The seat on whose coloured square or Dragon one is; `null` on white and black squares. */
export function ownerOf({ kind, homes }: Square): number | null {
  return kind === 'coloured' || kind === 'dragon' ? (homes[0] ?? null) : null;
}

/** The other seat that a white square of this seat belongs to, where it is taken (B3, B5). */
export function sharerOf(name: string, seat: number, seats: number): number | null {
  return squareNamed(name).homes.find((other) => other !== seat && other < seats) ?? null;
}

/** Squares that a black number on this black square speaks to: the coloured ones of its row and column (B4, W1). */
export function reachOf(black: Square): Square[] {
  return SQUARES.filter((square) => ownerOf(square) !== null && inLine(square, black));
}

/** The border of a home as an SVG path, a line for each edge that nothing of the home lies beyond. */
export function outlineOf(seat: number): string {
  const home = new Set(HOMES[seat]?.map(({ name }) => name));
  const has = (x: number, y: number) => home.has(`${COLUMNS[x]}${y + 1}`);
  const edges = (HOMES[seat] ?? []).flatMap(({ x, y }) => [
    has(x, y - 1) ? '' : `M${x} ${y}h1`,
    has(x, y + 1) ? '' : `M${x} ${y + 1}h1`,
    has(x - 1, y) ? '' : `M${x} ${y}v1`,
    has(x + 1, y) ? '' : `M${x + 1} ${y}v1`,
  ]);
  return edges.join('');
}
