import type { GameWords } from '../../game';

const plural = (n: number, one: string, many: string) => `${n} ${n === 1 ? one : many}`;

const game: GameWords = {
  title: 'Tóushì',
  summary: 'Six dice, a grid and lists of numbers: a puzzle for one, with luck to plan for.',
  keys: [
    { keys: 'arrows', does: 'move on the grid or in the lists' },
    { keys: 'Enter', does: 'pick the square or the number' },
    { keys: 'Tab', does: 'between grid, offers and lists' },
  ],
  options: {
    lists: {
      label: 'Lists',
      choices: {
        ample: 'ample: enough numbers for every square',
        single: 'single: each number once, the scarce game',
      },
    },
  },
};

export const en = {
  game,
  grid: 'Grid',
  lists: 'Lists of numbers',
  offers: (square: string) => `May be written on ${square}`,
  square: (name: string, die: string | null, state: string[]) => [name, die ?? 'empty', ...state].join(', '),
  manyOffers: (square: string, n: number) =>
    `${n} numbers may be written on ${square}: choose one in the lists.`,
  start: 'starting point',
  takes: (options: string) => `takes ${options}`,
  several: (n: number) => `takes one of ${n}`,
  notNow: 'not now',
  number: (die: string, number: number, left: number) =>
    `${die}, number ${number}, ${left === 0 ? 'none left' : `${left} left`}`,
  stars: (n: number) => `${plural(n, 'star', 'stars')} left`,
  round: (n: number) => `Round ${n}`,
  shows: (die: string, n: number) => `${die} shows ${n}`,
  tasks: {
    first: 'write any die on any square and cross out one of its numbers.',
    choose: 'cross out a number and roll its die.',
    one: 'a one. Roll again, or spend a star on a mark.',
    mark: (die: string, n: number) => `${die} shows ${n}. Choose a square and what to write there.`,
    roll: 'the die rolls.',
    over: 'the sheet is full of what it will hold.',
  },
  reroll: 'Roll again',
  bonusReroll: 'Spend a star, roll again',
  stop: 'Stop here',
  tally: { marks: 'Marks', rows: 'Full rows', columns: 'Full columns', stars: 'Stars left' },
  write: (die: string, number: number, square: string) => `${die} on ${square}, crossing out a ${number}`,
  bonusWrite: (die: string, number: number, square: string) =>
    `a star for ${die} on ${square}, crossing out a ${number}`,
  roll: (die: string, number: number) => `cross out the ${number} and roll ${die}`,
  log: {
    write: (die: string, number: number, square: string) => `${die} on ${square}, ${number} crossed out`,
    bonusWrite: (die: string, number: number, square: string) =>
      `a star: ${die} on ${square}, ${number} crossed out`,
    roll: (die: string, number: number) => `${number} crossed out, ${die} rolled`,
    reroll: 'rolled again',
    bonusReroll: 'a star: rolled again',
    stop: 'stopped',
    rolled: (die: string, n: number) => `${die} shows ${n}`,
  },
};
