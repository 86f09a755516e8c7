/** The ten tiles (NMBR9-K1), printed side up, and what becomes of them when they are turned. */

export interface Cell {
  x: number;
  y: number;
}

export interface Shape {
  width: number;
  height: number;
  cells: readonly Cell[];
}

const PICTURES = [
  'XXX X.X X.X XXX',
  'XX .X .X .X',
  '.XX .XX XX. XXX',
  'XXX ..X .XX XXX',
  '.XX .X. XXX .XX',
  'XXX XXX ..X XXX',
  'XX. X.. XXX XXX',
  'XXX .X. XX. X..',
  '.XX .XX XX. XX.',
  'XXX XXX XX. XX.',
];

function read(picture: string): Shape {
  const rows = picture.split(' ');
  const cells = rows.flatMap((row, y) => [...row].flatMap((mark, x) => (mark === 'X' ? [{ x, y }] : [])));
  return { width: rows[0]?.length ?? 0, height: rows.length, cells };
}

/** A quarter turn clockwise; the corner of the bounding box stays at 0,0. */
export function quarterTurn({ width, height, cells }: Shape): Shape {
  return { width: height, height: width, cells: cells.map(({ x, y }) => ({ x: height - 1 - y, y: x })) };
}

const SHAPES: readonly (readonly Shape[])[] = PICTURES.map((picture) => {
  const turns = [read(picture)];
  for (let turn = 1; turn < 4; turn++) turns.push(quarterTurn(turns[turn - 1] as Shape));
  return turns;
});

export function shapeOf(number: number, turn: number): Shape {
  const shape = SHAPES[number]?.[((turn % 4) + 4) % 4];
  if (!shape) throw new RangeError(`There is no tile ${number}.`);
  return shape;
}

/** How many quarter turns look different: 0 and 8 are the same after half a turn. */
export function turnsOf(number: number): number {
  return number === 0 || number === 8 ? 2 : 4;
}
