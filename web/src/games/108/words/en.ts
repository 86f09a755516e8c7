import { capital, does, of } from '../../../lib/person';
import type { GameWords } from '../../game';
import type { Move } from '../moves';
import type { Square } from '../squares';

const plural = (n: number, one: string, many: string) => `${n} ${n === 1 ? one : many}`;
const a = (n: number) => (n === 8 ? `an ${n}` : `a ${n}`);
const listed = (items: readonly (string | number)[], word: string) =>
  items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} ${word} ${items.at(-1)}`;

const colours = ['red', 'yellow', 'green', 'blue'] as const;
const colour = (seat: number) => colours[seat] ?? '';

const game: GameWords = {
  title: '108',
  summary: 'Fill your home with 1 to 9, while others place numbers that you have to live with.',
  keys: [
    { keys: 'arrows', does: 'move on the board' },
    { keys: '1 … 9', does: 'place the number at the cursor; elsewhere take it up (or choose a stack)' },
    { keys: 'Enter', does: 'take up the number at the cursor, choose the square, confirm' },
    { keys: 'n  p', does: 'next, previous square that can be chosen' },
    { keys: 'x', does: 'take the number at the cursor off the board' },
    { keys: '-', does: 'do nothing, or stay silent' },
    { keys: '!', does: 'warn, or punish' },
    { keys: 'c', does: 'show which numbers fit' },
  ],
  options: {
    first: {
      label: 'Who begins',
      choices: {
        draw: 'the highest black number drawn',
        0: 'seat 1, red',
        1: 'seat 2, yellow',
        2: 'seat 3, green',
        3: 'seat 4, blue',
      },
    },
    play_on: { label: 'Play on when one has gone out' },
    forbidden: {
      label: 'Forbidden numbers',
      help: 'The same number twice on white squares of a row or a column.',
      choices: { prevented: 'cannot be placed', declared: 'are for the others to declare' },
    },
    max_rounds: { label: 'Rounds at most' },
  },
};

const squareKind = ({ kind, homes }: Square, front: number, seats: number): string => {
  if (kind === 'black') return 'black square';
  const owners = homes.filter((seat) => seat < seats);
  if (kind === 'white') {
    const others = owners.filter((seat) => seat !== front);
    if (owners.includes(front))
      return others.length > 0 ? `white, shared with ${colour(others[0] ?? 0)}` : 'white';
    return owners.length > 0 ? `white, of ${listed(owners.map(colour), 'and')}` : 'white, nobody’s';
  }
  if (owners.length === 0) return `${colour(homes[0] ?? 0)}, not in this game`;
  const whose = owners[0] === front ? `${colour(front)}, yours` : colour(owners[0] ?? 0);
  return kind === 'dragon' ? `${whose}, Dragon` : whose;
};

/** What an action does; `sharer` is the seat that a number on a white square is for as well. */
const done = (move: Move, number: number | null, sharer: number | null): string => {
  const too = sharer === null ? '' : `, for ${colour(sharer)} too`;
  switch (move.verb) {
    case 'stack':
      return `stack ${move.stack}`;
    case 'black':
      return `black ${number} on ${move.square}`;
    case 'place':
      return `${number} on ${move.square}${too}`;
    case 'move':
      return `${number} from ${move.from} to ${move.square}${too}`;
    case 'take':
      return `${number} off ${move.from}`;
    case 'remove':
      return `${number} removed from ${move.square}`;
    case 'pass':
      return 'nothing';
    case 'warn':
      return 'warning';
    case 'punish':
      return 'punishment';
    default:
      return 'silent';
  }
};

export const en = {
  game,
  board: 'Board',
  colours,
  round: (n: number) => `Round ${n}`,
  squareKind,
  square: (name: string, kind: string, states: readonly string[]) => [name, kind, ...states].join(', '),
  states: {
    empty: 'empty',
    number: (n: number, placer: number | null) =>
      placer === null ? `${n}` : `${n} placed by ${colour(placer)}`,
    blackNumber: (n: number, row: number, column: string) =>
      `black ${n}, blocks ${n} in row ${row} and column ${column}`,
    chosen: 'chosen',
    picked: 'taken up',
    ghost: (n: number) => `${n} to be placed`,
    clash: (others: readonly string[]) => `in conflict with ${listed(others, 'and')}`,
    fresh: 'new',
    left: 'just emptied',
    takes: (numbers: readonly number[]) => `takes ${listed(numbers, 'or')}`,
    open: 'can be chosen',
    wouldClash: 'would be in conflict',
    movable: 'can be moved',
    fits: (numbers: readonly number[]) =>
      numbers.length === 0 ? 'nothing fits' : `fits ${listed(numbers, 'or')}`,
  },
  numbers: (name: string) => capital(of.en(name, 'numbers')),
  numberKey: (n: number, table: number, wall: number) => `${n}: ${table} on the table, ${wall} in the wall`,
  onTable: 'On the table',
  inWall: (n: number) => `${n} in the wall`,
  out: 'is out',
  blackStacks: 'Stacks of black numbers',
  stack: (n: number, left: number) => `Stack ${n}, ${plural(left, 'number', 'numbers')}`,
  blackLeft: (numbers: readonly number[]) =>
    numbers.length === 0 ? 'all black numbers are placed' : `face down: ${listed(numbers, 'and')}`,
  black: (n: number) => `Black ${n}`,
  toPlace: (n: number) => `Black ${n} to be placed`,
  candidates: 'What fits',
  candidatesHelp: 'Show in each empty square of the home which numbers stand against nothing (C)',
  solvable: 'Solvable?',
  solvableHelp: 'Tell whether the home can still be solved, whatever is moved',
  isSolvable: 'Solvable',
  isNotSolvable: 'Not solvable',
  notSolvable: 'Your home cannot be solved as white and black lie.',
  takeOff: 'Take off',
  nothing: 'Do nothing',
  silent: 'Stay silent',
  warn: 'Warn',
  punish: 'Punish',
  done,
  tally: { filled: 'Squares filled', solved: 'gone out' },
  phrase: {
    nothing: 'do nothing',
    takeOff: (n: number, from: string) => `take the ${n} off ${from}`,
    stack: (n: number) => `a black number from stack ${n}`,
    warn: (square: string) => `warn: ${square} is forbidden`,
    punish: (square: string) => `punish: the number leaves ${square}`,
    silent: 'stay silent',
  },
  tasks: {
    act: 'place, move or take off a number.',
    again: 'that was warned of. Do something else.',
    stack: 'choose a stack of black numbers.',
    black: (n: number) => `place the black ${n} on a black square.`,
    warn: (n: number, square: string, mates: string) =>
      `${a(n)} on ${square} is forbidden, as it stands on ${mates}. Warn, or stay silent?`,
    punish: (n: number, square: string, mates: string) =>
      `${a(n)} stands on ${square} and on ${mates}, and nobody warned. Punish, or stay silent?`,
    remove: 'white numbers repeat. Remove one, or stay silent.',
    wait: 'the numbers are turned up.',
  },
  log: {
    drawn: (name: string, n: number) => `${does.en(name, 'draws', 'draw')} a black ${n}`,
    begins: (name: string) => does.en(name, 'begins', 'begin'),
    flipped: (name: string, n: number) => `${does.en(name, 'turns', 'turn')} up ${a(n)}`,
    revealed: (n: number) => `the black ${n}`,
    out: 'home solved',
    warn: (square: string, n: number | null) =>
      n === null ? 'warns' : `warns: the ${n} leaves ${square} again`,
    punish: (square: string, n: number | null) =>
      n === null ? 'punishes' : `punishes: the ${n} leaves ${square} for the table`,
  },
  and: (items: readonly string[]) => listed(items, 'and'),
};
