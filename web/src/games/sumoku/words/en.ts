import { capital, does, of } from '../../../lib/person';
import type { GameWords } from '../../game';
import type { Line } from '../lines';
import type { Play } from '../play';
import { type Colour, colourOf, type Face, numberOf } from '../tiles';

const plural = (n: number, one: string, many: string) => `${n} ${n === 1 ? one : many}`;
const points = (n: number) => plural(n, 'point', 'points');
const signed = (text: string) => text.replaceAll('-', '−').replace(',', ', ');

const game: GameWords = {
  title: 'Sumoku',
  summary: 'A crossword of numbers: every line a multiple of the key, and no colour twice.',
  keys: [
    { keys: 'arrows', does: 'move the cursor; typing goes on to the right or down, as you moved last' },
    { keys: 'Space', does: 'type to the right or down' },
    { keys: 'y 7', does: 'lay the yellow 7 at the cursor (colours r o y g b p, in either order)' },
    { keys: 'y y', does: 'take the first, the next yellow tile; Enter lays it' },
    { keys: 't  9', does: 'turn a 6 into a 9 and back; lay it as a 9' },
    { keys: 'Backspace', does: 'take the last tile back' },
    { keys: 'Delete', does: 'pick up the tile at the cursor' },
    { keys: 'n  Shift+N', does: 'next, previous place to begin or to go on' },
    { keys: 'Shift+arrows', does: 'in the stock: move the tile' },
    { keys: '+  −  0', does: 'closer, farther, all of it' },
  ],
  options: {
    key: {
      label: 'Key',
      help: 'Every line sums to a multiple of it.',
      choices: { roll: 'rolled with the die', 3: '3', 4: '4', 5: '5' },
    },
  },
};

const colours: Record<Colour, string> = {
  R: 'red',
  O: 'orange',
  Y: 'yellow',
  G: 'green',
  B: 'blue',
  P: 'purple',
};

const tile = (face: Face) => `${colours[colourOf(face)]} ${numberOf(face)}`;
const line = ({ way }: Line) => (way === 'row' ? 'row' : 'column');
const twice = (list: readonly Colour[]) => `${list.map((colour) => colours[colour]).join(' and ')} twice`;
const short = (n: number, to: number) => `${n} short of ${to}`;

function wrongs({ sum, short: n, twice: list }: Line): string[] {
  return [...(n > 0 ? [short(n, sum + n)] : []), ...(list.length > 0 ? [twice(list)] : [])];
}

function played({ lines, points: n, again }: Play): string {
  const sums = lines.map((each) => `${line(each)} ${each.sum}`).join(' + ');
  return `${lines.length > 1 ? `${sums} = ${points(n)}` : `${sums}, ${points(n)}`}${again ? ', and plays again' : ''}`;
}

const troubles = {
  scattered: 'The tiles of a play lie in one row or one column.',
  gap: 'There is still a gap in the play.',
  apart: 'The play does not touch the crossword yet.',
  single: 'The first play lays two tiles or more.',
  notRow: 'The first play is a row.',
  order: 'What is confirmed goes on to the right or down.',
};

export const en = {
  game,
  colours,
  tile,
  tileIn: (face: Face, turned: boolean) => `${tile(face)}${turned ? ', turned' : ''}`,
  slotOut: (face: Face) => `${tile(face)}, laid`,
  board: 'Crossword',
  stock: (name: string) => capital(of.en(name, 'stock')),
  stocks: 'All stocks',
  open: 'Show the stock:',
  key: (n: number | null) => (n === null ? 'The key is not rolled yet.' : `The key is ${n}.`),
  keyShort: 'Key',
  multiples: 'Multiples',
  bag: (n: number) => `Bag: ${plural(n, 'tile', 'tiles')}`,
  tasks: {
    first: (key: number) => `lay 2 to 6 tiles in a row, a multiple of ${key}.`,
    play: (key: number) => `lay tiles, every line a multiple of ${key}.`,
    more: 'go on with the play, or end it.',
    rest: (key: number) => `go on until every line is a multiple of ${key}.`,
    again: 'a line of six, play again.',
    wait: 'wait.',
  },
  laid: (face: Face, place: string) => `${tile(face)} at ${signed(place)}`,
  played,
  play: (n: number, play: Play) =>
    `${plural(n, 'tile', 'tiles')}, ${points(play.points)}${play.again ? ', and play again' : ''}`,
  end: 'End the play',
  pass: 'Pass',
  mustPass: 'None of these tiles can be laid now.',
  sum: (each: Line) => `${line(each)} ${each.sum}, ${each.fits ? 'fits' : wrongs(each).join(', ')}`,
  short,
  twice,
  points,
  again: 'Six in a line: play again',
  troubles,
  cell: (place: string, face: Face | null, states: readonly string[]) =>
    [signed(place), face ? tile(face) : 'empty', ...states].join(', '),
  states: {
    lit: 'a play may begin here',
    end: 'the play may go on here',
    draft: 'laid by you',
    fresh: 'new',
  },
  heading: { row: 'typing to the right', column: 'typing down' },
  flip: (face: Face) => `Turn the 6: ${numberOf(face) === 9 ? 'as a six' : 'as a nine'}`,
  sortColour: 'Sort by colour',
  sortNumber: 'Sort by number',
  closer: 'Closer',
  whole: 'All of it',
  tally: { lines: 'Lines', stock: 'Tiles left' },
  log: {
    key: (n: number) => `the key is ${n}`,
    drawn: (name: string, what: string) => `${does.en(name, 'draws', 'draw')} ${what}`,
    passed: 'passed',
    noBonus: 'no more play, draws',
    last: 'passed; the tiles left are subtracted',
  },
};
