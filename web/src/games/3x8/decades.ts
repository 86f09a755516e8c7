/** The colours of the decades, 0 … 10: the same in the terminal. */
export const COLOURS = [
  '#e2c9a6',
  '#e8a39a',
  '#e6b877',
  '#e3d272',
  '#b9d279',
  '#8cc79a',
  '#86c5c5',
  '#9dbbe3',
  '#b5a8dd',
  '#d6a3cf',
  '#c9c9c9',
] as const;

const TILE = 6;

/** What tells the decades apart without colour: lines on a square tile of side `TILE`, repeated along a strip. */
export const PATTERNS = [
  '',
  'M3 0V6',
  'M0 3H6',
  'M0 6 6 0',
  'M0 0 6 6',
  'M3 3h.01',
  'M3 0V6M0 3H6',
  'M0 0 6 6M0 6 6 0',
  'M0 4.6 3 1.4 6 4.6',
  'M3 .6 5.4 3 3 5.4.6 3Z',
  'M0 0V3M3 3V6M0 0H6M0 3H6',
] as const;

/** Where the tiles of a strip lie. */
export function tiles(width: number, height: number): { x: number; y: number }[] {
  const columns = Math.ceil(width / TILE);
  const rows = Math.ceil(height / TILE);
  return Array.from({ length: columns * rows }, (_, i) => ({
    x: (i % columns) * TILE,
    y: Math.floor(i / columns) * TILE,
  }));
}
