import { type Colour, colourOf, nameOf, numberOf, type Placed, type Spot } from './tiles';

export type Way = 'row' | 'column';
export const WAYS = ['row', 'column'] as const;

/** Tiles by the name of their place. */
export type Crossword = ReadonlyMap<string, Placed>;

export function crosswordOf(tiles: readonly Placed[]): Crossword {
  return new Map(tiles.map((tile) => [nameOf(tile), tile]));
}

export const onward = ({ x, y }: Spot, way: Way, by = 1): Spot =>
  way === 'row' ? { x: x + by, y } : { x, y: y + by };

/** The first place along a way, from `spot` on, where nothing lies. */
export function firstFree(crossword: Crossword, spot: Spot, way: Way, by: 1 | -1 = 1): Spot {
  let at = spot;
  while (crossword.has(nameOf(at))) at = onward(at, way, by);
  return at;
}

/** A line with what it sums to and what is wrong with it yet (P4). */
export interface Line {
  way: Way;
  tiles: readonly Placed[];
  sum: number;
  /** How much the sum lacks to the next multiple of the key. */
  short: number;
  /** Colours that stand in it more than once. */
  twice: readonly Colour[];
  fits: boolean;
}

/** The longest unbroken run of tiles through a place; `null` where a tile has no neighbour that way. */
export function lineThrough(crossword: Crossword, spot: Spot, way: Way, key: number): Line | null {
  const tiles: Placed[] = [];
  let at = onward(firstFree(crossword, spot, way, -1), way);
  for (let tile = crossword.get(nameOf(at)); tile; tile = crossword.get(nameOf(at))) {
    tiles.push(tile);
    at = onward(at, way);
  }
  if (tiles.length < 2) return null;
  const sum = tiles.reduce((n, { face }) => n + numberOf(face), 0);
  const short = (key - (sum % key)) % key;
  const colours = tiles.map(({ face }) => colourOf(face));
  const twice = [...new Set(colours.filter((colour, i) => colours.indexOf(colour) !== i))];
  return { way, tiles, sum, short, twice, fits: short === 0 && twice.length === 0 };
}

/** Every line that holds one of these tiles, once each: rows first, from left and top. */
export function linesWith(crossword: Crossword, tiles: readonly Spot[], key: number): Line[] {
  const found = new Map<string, Line>();
  for (const way of WAYS) {
    for (const spot of tiles) {
      const line = lineThrough(crossword, spot, way, key);
      const first = line?.tiles[0];
      if (line && first) found.set(`${way} ${nameOf(first)}`, line);
    }
  }
  return [...found.values()];
}
