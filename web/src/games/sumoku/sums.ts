import { type Line, onward } from './lines';
import { nameOf, type Spot } from './tiles';

export interface Sum {
  line: Line;
  /** The free place at an end of the line where its sum is written. */
  at: Spot;
}

/** Beside every line its sum: behind it, or before it where another sum stands behind. */
export function sumsOf(lines: readonly Line[]): Sum[] {
  const taken = new Set<string>();
  return lines.flatMap((line) => {
    const [first, last] = [line.tiles[0], line.tiles.at(-1)];
    if (!first || !last) return [];
    const behind = onward(last, line.way);
    const at = taken.has(nameOf(behind)) ? onward(first, line.way, -1) : behind;
    taken.add(nameOf(at));
    return [{ line, at }];
  });
}

/** What is wrong with a line in a few signs: a colour twice, else what its sum lacks. */
export function briefly({ short, twice }: Line): string {
  return twice.length > 0 ? twice.map((colour) => colour + colour).join(' ') : `+${short}`;
}

export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** The smallest box around some places with a margin, but never smaller than `least`. */
export function boxAround(
  spots: readonly Spot[],
  margin: number,
  least: { width: number; height: number },
): Box {
  const around = spots.length > 0 ? spots : [{ x: 0, y: 0 }];
  const [xs, ys] = [around.map(({ x }) => x), around.map(({ y }) => y)];
  const stretch = (values: readonly number[], smallest: number) => {
    const [low, high] = [Math.min(...values) - margin, Math.max(...values) + 1 + margin];
    const size = Math.max(high - low, smallest);
    return { start: Math.floor((low + high - size) / 2), size };
  };
  const [across, down] = [stretch(xs, least.width), stretch(ys, least.height)];
  return { left: across.start, top: down.start, width: across.size, height: down.size };
}
