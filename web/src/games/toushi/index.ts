import type { GameClient } from '../game';
import Board from './Board.svelte';
import { chronicle } from './chronicle';
import Demo from './Demo.svelte';
import { demoMarks } from './demo';
import { readMove } from './moves';
import Picture from './Picture.svelte';
import { count, type ToushiPosition } from './sheet';
import { rules, words } from './words';

const game: GameClient = {
  name: 'toushi',
  order: 5,
  quickSeats: 1,
  manySteps: true,
  words: () => words().game,
  Board,
  demo: { Board: Demo, steps: demoMarks.length },
  rules,
  Picture,
  chronicle,

  tally(position) {
    const { grid, stars } = position as ToushiPosition;
    const parts = count(new Set(Object.keys(grid)), stars);
    const labels = words().tally;
    return [
      { label: labels.marks, points: parts.marks },
      { label: labels.rows, points: parts.rows },
      { label: labels.columns, points: parts.columns },
      { label: labels.stars, points: parts.stars },
    ];
  },

  task(position) {
    const { phase, die, rolled } = position as ToushiPosition;
    const { tasks } = words();
    return phase === 'mark' ? tasks.mark(die ?? '', rolled ?? 0) : tasks[phase];
  },

  phrase(action) {
    const w = words();
    const move = readMove(action.text);
    switch (move?.verb) {
      case 'write':
        return (move.bonus ? w.bonusWrite : w.write)(move.die, move.number, move.square);
      case 'roll':
        return w.roll(move.die, move.number);
      case 'reroll':
        return w.reroll;
      case 'bonus reroll':
        return w.bonusReroll;
      case 'stop':
        return w.stop;
      default:
        return action.text;
    }
  },
};

export default game;
