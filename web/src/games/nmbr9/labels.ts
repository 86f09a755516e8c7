import type { Cell } from './shapes';

export interface Label {
  x: number;
  y: number;
  /** Height of the figure, in cells. */
  size: number;
}

/** Where a tile's number goes: the middle of a 2 × 2 block if it shows one, else of a cell, as near to its centre as can be. */
export function numberPlace(cells: readonly Cell[]): Label | null {
  if (cells.length === 0) return null;
  const has = new Set(cells.map(({ x, y }) => `${x},${y}`));
  const blocks = cells.filter(
    ({ x, y }) => has.has(`${x + 1},${y}`) && has.has(`${x},${y + 1}`) && has.has(`${x + 1},${y + 1}`),
  );
  const [candidates, half, size] = blocks.length > 0 ? [blocks, 1, 1.5] : [cells, 0.5, 0.92];
  const middle = {
    x: cells.reduce((sum, cell) => sum + cell.x + 0.5, 0) / cells.length,
    y: cells.reduce((sum, cell) => sum + cell.y + 0.5, 0) / cells.length,
  };
  const away = (cell: Cell) => Math.hypot(cell.x + half - middle.x, cell.y + half - middle.y);
  const best = candidates.reduce((a, b) => (away(b) < away(a) ? b : a));
  return { x: best.x + half, y: best.y + half, size };
}

/** Where the small level number goes: a corner of the visible cell farthest from the number, top right first. */
export function levelPlace(cells: readonly Cell[], number: Label): Label | null {
  const free = cells.filter(
    ({ x, y }) =>
      Math.abs(x + 0.5 - number.x) >= number.size / 2 || Math.abs(y + 0.5 - number.y) >= number.size / 2,
  );
  const best = free.toSorted((a, b) => a.y - b.y || b.x - a.x)[0];
  return best ? { x: best.x + 0.76, y: best.y + 0.28, size: 0.42 } : null;
}
