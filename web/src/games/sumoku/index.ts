import type { GameClient } from '../game';
import Board from './Board.svelte';
import { chronicle } from './chronicle';
import Demo from './Demo.svelte';
import { demoPlays } from './demo';
import Picture from './Picture.svelte';
import { type Play, playOf } from './play';
import { nameOf, type Placed, placed, readLay, type SumokuPosition, total } from './tiles';
import { rules, words } from './words';

/** The play under way with these tiles added. */
function playWith(tiles: readonly Placed[], { board, laid, key }: SumokuPosition): Play {
  return playOf({ board: board.map(placed), laid: laid.map(placed), key: key ?? 1 }, tiles);
}

const game: GameClient = {
  name: 'sumoku',
  order: 3,
  quickSeats: 2,
  manySteps: true,
  words: () => words().game,
  Board,
  demo: { Board: Demo, steps: demoPlays.length },
  rules,
  Picture,
  chronicle,

  /** What the stock costs is known all the time, but counts at the end only. */
  tally(position, seat) {
    const { over, scores, stocks } = position as SumokuPosition;
    if (!over) return [];
    const left = total(stocks[seat] ?? []);
    const w = words().tally;
    return [
      { label: w.lines, points: (scores[seat] ?? 0) + left },
      { label: w.stock, points: -left },
    ];
  },

  task(position, seat) {
    const now = position as SumokuPosition;
    const { key, board, laid, bonus, turn_of: turn, phase } = now;
    const w = words().tasks;
    if (phase !== 'play' || turn !== seat || key === null) return w.wait;
    if (laid.length > 0) return playWith([], now).whole ? w.more : w.rest(key);
    if (bonus) return w.again;
    return board.length === 0 ? w.first(key) : w.play(key);
  },

  phrase(action, position, _seat, then) {
    const w = words();
    if (action.text === 'pass') return w.pass;
    const decisions = [action.text, ...then];
    const tiles = decisions.flatMap((text) => readLay(text) ?? []);
    const [first] = tiles;
    if (decisions.at(-1) !== 'end' && first) return w.laid(first.face, nameOf(first));
    const before = position as SumokuPosition;
    return w.play(before.laid.length + tiles.length, playWith(tiles, before));
  },
};

export default game;
