import type { GameClient } from '../game';
import Board from './Board.svelte';
import { chronicle } from './chronicle';
import Demo from './Demo.svelte';
import { demoSteps } from './demo';
import Picture from './Picture.svelte';
import { phraseOf } from './phrase';
import { cardsOf, completedRows, type Position3x8 } from './table';
import { rules, words } from './words';

const game: GameClient = {
  name: '3x8',
  order: 2,
  quickSeats: 2,
  manySteps: true,
  words: () => words().game,
  Board,
  // The last step turns the last row face down.
  demo: { Board: Demo, steps: demoSteps, still: demoSteps - 2 },
  rules,
  Picture,
  chronicle,

  tally(position, seat) {
    const { rows, hands } = position as Position3x8;
    const { seen, hidden } = cardsOf(hands[seat] ?? []);
    const labels = words().tally;
    return [
      { label: labels.rows, points: completedRows(rows[seat] ?? []) },
      { label: labels.hand, points: seen.length + hidden },
    ];
  },

  standing(position, seat) {
    const done = completedRows((position as Position3x8).rows[seat] ?? []);
    const { standing, rowsDone } = words();
    return { figures: standing(done), words: rowsDone(done) };
  },

  task(position, seat) {
    const { phase, turn_of, to_draw, row, moved } = position as Position3x8;
    const { tasks } = words();
    if (turn_of !== seat) return tasks.wait;
    if (phase === 'main') return tasks.main;
    if (phase === 'play') return moved || row === null ? tasks.playedOut : tasks.play;
    return phase === 'draw' ? tasks.draw(to_draw) : tasks.wait;
  },

  phrase(action, position, _seat, then, names) {
    return phraseOf(action, then, position as Position3x8, names);
  },
};

export default game;
