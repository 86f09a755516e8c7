import { type Crossword, crosswordOf, firstFree, type Line, linesWith, onward, type Way } from './lines';
import { nameOf, type Placed, type Spot, same, textOf } from './tiles';

/** What keeps tiles from being a play, apart from their lines. */
export type Trouble = 'scattered' | 'gap' | 'apart' | 'single' | 'notRow' | 'order';

export interface Table {
  board: readonly Placed[];
  /** The tiles of the play under way, which are not taken back any more. */
  laid: readonly Placed[];
  key: number;
}

/** What tiles laid tentatively would come to; a preview, the server judges. */
export interface Play {
  way: Way | null;
  lines: readonly Line[];
  points: number;
  /** A line of six: the seat plays again (C2). */
  again: boolean;
  trouble: Trouble | null;
  /** Whether it may end here as far as can be seen. */
  whole: boolean;
  /** The decisions that lay the tiles, in the order of the rules (P6). */
  decisions: readonly string[];
}

const LONGEST = 6;

export function wayOf(tiles: readonly Spot[]): Way | null {
  const [first, ...others] = tiles;
  if (!first || others.length === 0) return null;
  if (others.every(({ y }) => y === first.y)) return 'row';
  return others.every(({ x }) => x === first.x) ? 'column' : null;
}

/** Left to right or top to bottom. */
export function sorted<T extends Spot>(tiles: readonly T[]): T[] {
  return tiles.toSorted((a, b) => a.y - b.y || a.x - b.x);
}

export function playOf({ board, laid, key }: Table, draft: readonly Placed[]): Play {
  const own = [...laid, ...draft];
  const crossword = crosswordOf([...board, ...own]);
  const lines = linesWith(crossword, own, key);
  const trouble = troubleOf(crossword, board, laid, draft);
  return {
    way: wayOf(own),
    lines,
    points: lines.reduce((sum, line) => sum + line.sum, 0),
    again: lines.some(({ tiles }) => tiles.length >= LONGEST),
    trouble,
    whole: trouble === null && lines.length > 0 && lines.every(({ fits }) => fits),
    decisions: sorted(draft).map(textOf),
  };
}

function troubleOf(
  crossword: Crossword,
  board: readonly Placed[],
  laid: readonly Placed[],
  draft: readonly Placed[],
): Trouble | null {
  const own = [...laid, ...draft];
  const way = wayOf(own);
  const [first, last] = [sorted(own)[0], sorted(own).at(-1)];
  if (!first || !last) return null;
  if (own.length > 1 && way === null) return 'scattered';
  if (board.length === 0 && way === 'column') return 'notRow';
  const lastLaid = laid.at(-1);
  if (lastLaid && draft.some(({ x, y }) => x < lastLaid.x || y < lastLaid.y)) return 'order';
  if (way && !isBefore(last, firstFree(crossword, first, way))) return 'gap';
  if (board.length === 0) return own.length < 2 ? 'single' : null;
  const lying = crosswordOf(board);
  return own.some((tile) => touches(lying, tile)) ? null : 'apart';
}

const isBefore = (a: Spot, b: Spot) => a.x < b.x || a.y < b.y;

function touches(crossword: Crossword, spot: Spot): boolean {
  return [
    onward(spot, 'row'),
    onward(spot, 'row', -1),
    onward(spot, 'column'),
    onward(spot, 'column', -1),
  ].some((beside) => crossword.has(nameOf(beside)));
}

/** How far the tiles of the first play are moved so that the first of them lies at 0,0 (P1), wherever one taps. */
export function shiftOf({ board, laid }: Table, draft: readonly Placed[]): Spot {
  const [first] = sorted(draft);
  return first && board.length + laid.length === 0 ? { x: -first.x, y: -first.y } : { x: 0, y: 0 };
}

/** Where a play may go on, seen by places alone: the free ends of its line and the gaps in it. */
export function openEnds({ board, laid }: Table, draft: readonly Placed[]): Spot[] {
  const own = [...laid, ...draft];
  const [first, last] = [sorted(own)[0], sorted(own).at(-1)];
  if (!first || !last) return [];
  const crossword = crosswordOf([...board, ...own]);
  const way = wayOf(own);
  if (own.length > 1 && way === null) return [];
  const ways: readonly Way[] = way ? [way] : board.length === 0 ? ['row'] : ['row', 'column'];
  const ends = ways.flatMap((each) =>
    [
      ...(laid.length === 0 ? [firstFree(crossword, first, each, -1)] : []),
      firstFree(crossword, first, each),
      firstFree(crossword, last, each),
    ].filter((end) => hasRoom(crossword, end, each)),
  );
  return ends.filter((end, i) => ends.findIndex((other) => same(end, other)) === i);
}

/** Whether one more tile there makes no line that is too long. */
function hasRoom(crossword: Crossword, spot: Spot, way: Way): boolean {
  const before = firstFree(crossword, onward(spot, way, -1), way, -1);
  const after = firstFree(crossword, onward(spot, way), way);
  return Math.max(after.x - before.x, after.y - before.y) - 1 <= LONGEST;
}

/** Whether a tile is wrong at a place whatever else is laid: a colour twice, or wrong sums both ways. */
export function isHopeless(table: Table, tile: Placed): boolean {
  const tiles = [...table.board, ...table.laid];
  const lines = linesWith(crosswordOf([...tiles, tile]), [tile], table.key);
  return lines.some(({ twice }) => twice.length > 0) || lines.filter(({ short }) => short > 0).length === 2;
}
