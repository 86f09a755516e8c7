import type { GameClient } from '../game';
import Board from './Board.svelte';
import { chronicle } from './chronicle';
import Demo from './Demo.svelte';
import { demoGame } from './demo';
import { readMove } from './moves';
import Picture from './Picture.svelte';
import type { OneOhEightPosition } from './position';
import { filledOf, repeatsOf } from './puzzle';
import { sharerOf } from './squares';
import { rules, words } from './words';

const game: GameClient = {
  name: '108',
  order: 1,
  quickSeats: 4,
  words: () => words().game,
  Board,
  demo: { Board: Demo, steps: demoGame.length },
  rules,
  Picture,
  chronicle,

  tally(position, seat) {
    const { board } = position as OneOhEightPosition;
    return [{ label: words().tally.filled, points: filledOf(board, seat) }];
  },

  task(position) {
    const { phase, revealed, offence, board } = position as OneOhEightPosition;
    const { tasks, and } = words();
    if (phase === 'stack' || phase === 'remove') return tasks[phase];
    if (phase === 'black') return tasks.black(revealed ?? 0);
    if (phase === 'act') return offence ? tasks.again : tasks.act;
    if ((phase === 'warn' || phase === 'punish') && offence?.square) {
      return tasks[phase](offence.number ?? 0, offence.square, and(repeatsOf(board, offence.square)));
    }
    return tasks.wait;
  },

  phrase({ text, part }, position, seat) {
    const { board, seats, revealed, offence } = position as OneOhEightPosition;
    const { phrase, done } = words();
    const move = readMove(text);
    if (!move) return text;
    switch (move.verb) {
      case 'pass':
        return phrase.nothing;
      case 'stack':
        return phrase.stack(move.stack);
      case 'take':
        return phrase.takeOff(board[move.from] ?? 0, move.from);
      case 'silent':
        return phrase.silent;
      case 'warn':
      case 'punish':
        return phrase[move.verb](offence?.square ?? '');
      default: {
        const number = Number(part.number) || revealed;
        return done(move, number, sharerOf(move.square, seat, seats));
      }
    }
  },
};

export default game;
