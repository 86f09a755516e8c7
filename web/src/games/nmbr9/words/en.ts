import { capital, of } from '../../../lib/person';
import type { GameWords } from '../../game';

const points = (n: number) => `${n} ${n === 1 ? 'point' : 'points'}`;

const game: GameWords = {
  title: 'NMBR 9',
  summary: 'Stack numbers like tiles. The higher one lies, the more often it counts.',
  keys: [
    { keys: 'arrows', does: 'move the tile' },
    { keys: 'r  Shift+R', does: 'turn it right, left' },
    { keys: 'n  p', does: 'next, previous legal place' },
    { keys: 'd  u', does: 'look a level deeper, up again' },
    { keys: '+  −  0', does: 'closer, farther, all of it' },
    { keys: '1 … 9', does: 'take a number, where you choose freely' },
  ],
  options: {
    draft: {
      label: 'Cards',
      choices: {
        unknown: 'face down, as in the box',
        known: 'all open from the start',
        free: 'you choose each number',
      },
    },
    cards: { label: 'How many cards' },
    copies: { label: 'Copies of each number' },
    max_number: { label: 'Highest number' },
  },
};

export const en = {
  game,
  board: (name: string) => capital(of.en(name, 'display')),
  levelPoints: (n: number) => `Level ${n}`,
  task: (number: number) => `lay the ${number}.`,
  taskFree: 'choose a number and lay it.',
  taskWait: 'wait for the others.',
  turnedUp: (number: number) => `card ${number}`,
  phrase: (number: number, level: number, gain: number) =>
    level > 0 ? `${number} on level ${level}, ${points(gain)}` : `${number} on the table`,
  turns: ['not turned', 'turned right', 'upside down', 'turned left'],
  on: (numbers: readonly number[]) => `on ${numbers.map((number) => `the ${number}`).join(' and ')}`,
  beside: {
    left: (number: number) => `left of the ${number}`,
    right: (number: number) => `right of the ${number}`,
    above: (number: number) => `above the ${number}`,
    below: (number: number) => `below the ${number}`,
  },
  and: ' and ',
  ghost: (number: number, quarters: number, x: number, y: number, level: number, fits: boolean) =>
    `${number}, turned ${['not at all', 'once', 'twice', 'three times'][quarters]}, at ${x}, ${y}, level ${level}, ${fits ? 'fits' : 'does not fit'}`,
  emptyCell: (x: number, y: number) => `${x}, ${y}, table`,
  cell: (x: number, y: number, number: number, level: number) => `${x}, ${y}, ${number} on level ${level}`,
  now: 'Now',
  next: 'Then',
  left: 'Left',
  leftOf: (number: number, n: number) => `${number}: ${n} left`,
  choose: (number: number) => `Take the ${number}`,
  turnLeft: 'Turn left',
  turnRight: 'Turn right',
  previousPlace: 'Previous place',
  nextPlace: 'Next place',
  lookBelow: 'Look below',
  upTo: (level: number) => `Up to level ${level}`,
  allLevels: 'All levels',
  closer: 'Closer',
  farther: 'Farther',
  others: 'Other displays',
  open: 'Open the display:',
};
