import type { GameClient } from '../game';
import Board from './Board.svelte';
import { chronicle } from './chronicle';
import Demo from './Demo.svelte';
import { demoTiles } from './demo';
import { surroundings } from './detail';
import { comingNumbers, type Nmbr9Position, pointsByLevel, tileOf } from './display';
import Picture from './Picture.svelte';
import { rules, words } from './words';

const game: GameClient = {
  name: 'nmbr9',
  order: 4,
  quickSeats: 2,
  words: () => words().game,
  Board,
  demo: { Board: Demo, steps: demoTiles.length },
  rules,
  Picture,
  chronicle,

  tally(position, seat) {
    const points = pointsByLevel((position as Nmbr9Position).displays[seat] ?? []);
    return points.flatMap((value, level) =>
      level > 0 ? [{ label: words().levelPoints(level), points: value }] : [],
    );
  },

  task(position, seat) {
    if (position.options.draft === 'free') return words().taskFree;
    const [number] = comingNumbers(position as Nmbr9Position, seat);
    return number === undefined ? words().taskWait : words().task(number);
  },

  phrase(action) {
    const { number, level } = tileOf(action);
    return words().phrase(number, level, number * level);
  },

  detail(action, position, seat) {
    const tile = tileOf(action);
    const w = words();
    const { on, beside } = surroundings(tile, (position as Nmbr9Position).displays[seat] ?? []);
    const place =
      on.length > 0
        ? w.on(on)
        : [...new Set(beside.map(({ side, number }) => w.beside[side](number)))].join(w.and);
    return [w.turns[tile.turn], place].filter(Boolean).join(', ');
  },
};

export default game;
