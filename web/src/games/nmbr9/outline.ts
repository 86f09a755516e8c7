import type { Cell } from './shapes';

interface Point {
  x: number;
  y: number;
}

/** Unit steps along the edge of a cell, clockwise: the cell lies to the right of the way. */
const EDGES: readonly { from: Point; step: Point; beside: Point }[] = [
  { from: { x: 0, y: 0 }, step: { x: 1, y: 0 }, beside: { x: 0, y: -1 } },
  { from: { x: 1, y: 0 }, step: { x: 0, y: 1 }, beside: { x: 1, y: 0 } },
  { from: { x: 1, y: 1 }, step: { x: -1, y: 0 }, beside: { x: 0, y: 1 } },
  { from: { x: 0, y: 1 }, step: { x: 0, y: -1 }, beside: { x: -1, y: 0 } },
];

const key = ({ x, y }: Point) => `${x},${y}`;

/** The corners of the closed lines around a set of cells; holes run the other way round. */
export function loopsAround(cells: readonly Cell[]): Point[][] {
  const taken = new Set(cells.map(key));
  const edges = new Map<string, Point[]>();
  for (const cell of cells) {
    for (const { from, step, beside } of EDGES) {
      if (taken.has(key({ x: cell.x + beside.x, y: cell.y + beside.y }))) continue;
      const start = key({ x: cell.x + from.x, y: cell.y + from.y });
      edges.set(start, [...(edges.get(start) ?? []), step]);
    }
  }
  const loops: Point[][] = [];
  for (const start of edges.keys()) {
    while (edges.get(start)?.length) loops.push(walk(edges, start));
  }
  return loops;
}

function walk(edges: Map<string, Point[]>, start: string): Point[] {
  const [x = 0, y = 0] = start.split(',').map(Number);
  const corners: Point[] = [];
  let here = { x, y };
  let came: Point | null = null;
  for (;;) {
    const ways = edges.get(key(here)) ?? [];
    // Where two cells touch by a corner only, turning right keeps each of them in a loop of its own.
    const right: Point | null = came && { x: -came.y, y: came.x };
    const at = Math.max(
      0,
      ways.findIndex((way) => right && way.x === right.x && way.y === right.y),
    );
    const [way] = ways.splice(at, 1);
    if (!way) break;
    if (!came || way.x !== came.x || way.y !== came.y) corners.push(here);
    came = way;
    here = { x: here.x + way.x, y: here.y + way.y };
  }
  // The start is a corner only if the way turns there.
  const [first, second] = corners;
  if (first && second && came) {
    const out = { x: Math.sign(second.x - first.x), y: Math.sign(second.y - first.y) };
    if (out.x === came.x && out.y === came.y) corners.shift();
  }
  return corners;
}

/** An SVG path around cells, drawn in by `inset` and with corners of radius `round`, in units of a cell. */
export function outlinePath(cells: readonly Cell[], inset: number, round: number): string {
  return loopsAround(cells)
    .map((loop) => roundedLoop(drawnIn(loop, inset), round))
    .join('');
}

function drawnIn(loop: readonly Point[], inset: number): Point[] {
  return loop.map((corner, i) => {
    const before = direction(loop.at(i - 1) as Point, corner);
    const after = direction(corner, loop[(i + 1) % loop.length] as Point);
    // The inside is to the right of the way: a step to the right of both edges.
    return {
      x: corner.x + inset * (-before.y - after.y),
      y: corner.y + inset * (before.x + after.x),
    };
  });
}

function direction(from: Point, to: Point): Point {
  return { x: Math.sign(to.x - from.x), y: Math.sign(to.y - from.y) };
}

function roundedLoop(loop: readonly Point[], round: number): string {
  const parts = loop.map((corner, i) => {
    const before = direction(loop.at(i - 1) as Point, corner);
    const after = direction(corner, loop[(i + 1) % loop.length] as Point);
    const into = `${tidy(corner.x - before.x * round)} ${tidy(corner.y - before.y * round)}`;
    const out = `${tidy(corner.x + after.x * round)} ${tidy(corner.y + after.y * round)}`;
    return `${i === 0 ? 'M' : 'L'}${into}Q${tidy(corner.x)} ${tidy(corner.y)} ${out}`;
  });
  return `${parts.join('')}Z`;
}

function tidy(value: number): number {
  return Math.round(value * 1000) / 1000;
}
