import { capital, of, whom } from '../../../lib/person';
import type { GameWords } from '../../game';
import type { Card } from '../table';

const plural = (n: number, one: string, many: string) => `${n} ${n === 1 ? one : many}`;
const range = (decade: number) => `${decade * 10}–${decade * 10 + 9}`;
const ranges = (decades: readonly number[]) => decades.map(range).join(', ');
const card = (name: Card) => (typeof name === 'number' ? String(name) : `blocker ${name.slice(1)}`);
const list = (cards: readonly Card[]) => cards.map(card).join(', ');

const game: GameWords = {
  title: '3x8',
  summary: 'Rows of rising numbers: be the first with three rows of eight, and block the others’.',
  keys: [
    { keys: 'arrows', does: 'move between rows, pool and hand' },
    { keys: 'Enter', does: 'select a card, lay it on a row, draw' },
    { keys: '1 … 4', does: 'lay what is selected on that row' },
    { keys: 'n', does: 'lay it as a new row' },
    { keys: 'e', does: 'end the play' },
    { keys: 'd', does: 'draw from the pile' },
    { keys: 'g', does: 'grow the hand' },
    { keys: 'x', does: 'drop the row at the cursor' },
  ],
  options: {
    first: { label: 'Who begins (0 is seat 1)' },
    max_turns: { label: 'A draw after so many turns' },
    blockers: {
      label: 'Other blockers',
      help: 'A JSON file, a list of ten cards: {"a": {"base": 3, "blocks": [4, 5]}, "b": {…}}',
    },
  },
};

export const en = {
  game,
  board: (name: string) => capital(of.en(name, 'table')),
  others: 'The others',
  hand: 'Hand',
  handOf: (n: number) => plural(n, 'card', 'cards'),
  known: (cards: readonly Card[]) => `known: ${list(cards)}`,
  pool: 'Pool',
  pile: 'Draw pile',
  discard: 'Discarded',
  rows: 'Rows',
  rowsDone: (n: number) => `${n} of 3 rows complete`,
  standing: (n: number) => `${n}/3`,
  card,
  half: (base: number, blocks: readonly number[]) => `on ${range(base)}: no ${ranges(blocks)}`,
  spokenBlocker: (name: string, a: string, b: string) => `blocker ${name}, ${a}, or ${b}`,
  spoken: {
    row: (place: number) => `row ${place}`,
    empty: 'empty',
    cards: (cards: readonly number[]) => cards.join(', '),
    blocked: (blocks: readonly number[]) => `blocked: no ${ranges(blocks)}`,
    completed: (first: number) => `complete, ${first} turned down`,
    takes: (cards: readonly Card[]) => `takes ${list(cards)}`,
    laid: (cards: readonly Card[]) => `laid: ${list(cards)}`,
    picked: 'selected',
    chosen: 'chosen',
    isNew: 'new',
    back: 'a card nobody has seen',
    inPool: (place: number, name: string) => `pool, place ${place}, ${name}`,
    noCard: 'no card',
    pile: (n: number) => `draw pile, ${plural(n, 'card', 'cards')}`,
    tail: (name: number, count: number) => `${name}, move ${plural(count, 'card', 'cards')} from here`,
  },
  end: 'End the play',
  thenEnd: 'Then end',
  grow: 'Grow',
  drop: (place: number) => `Drop row ${place}`,
  tasks: {
    main: 'play cards, block a row, or grow.',
    play: 'play on, move cards of this row, or end the play.',
    playedOut: 'end the play, or drop a row.',
    draw: (n: number) => (n === 1 ? 'draw a card.' : `draw ${n} cards.`),
    wait: 'wait.',
  },
  tally: { rows: 'Rows complete', hand: 'Cards in hand' },
  /** The parts of what is laid, joined by ", then ". */
  phrase: {
    join: ', then ',
    play: (cards: readonly Card[], place: number) => `${list(cards)} on row ${place}`,
    playFirst: (cards: readonly Card[]) => `${list(cards)} as a new row`,
    move: (n: number, place: number) => `move ${plural(n, 'card', 'cards')} to row ${place}`,
    moveFirst: (n: number) => `move ${plural(n, 'card', 'cards')} to a new row`,
    block: (name: string, place: number, blocks: readonly number[]) =>
      `block ${of.en(name, `row ${place}`)}: no ${ranges(blocks)}`,
    drop: (place: number) => `drop row ${place}`,
    grow: 'grow the hand',
    end: 'end the play',
    draw: (cards: readonly Card[], fromPile: number) =>
      `draw ${[list(cards), fromPile > 0 ? `${fromPile} from the pile` : ''].filter(Boolean).join(' and ')}`,
  },
  log: {
    turnedUp: (name: Card) => `the pool gets ${card(name)}`,
    dealt: (to: string, name: Card | null) =>
      `dealt to ${whom.en(to)}: ${name === null ? 'a card' : card(name)}`,
    drawn: (name: Card | null) => (name === null ? 'a card from the pile' : `${card(name)} from the pile`),
    play: (name: number, place: number) => `${name} on row ${place}`,
    playFirst: (name: number, place: number) => `${name} starts row ${place}`,
    move: (cards: readonly number[], place: number) => `${list(cards)} moved to row ${place}`,
    moveFirst: (cards: readonly number[], place: number) => `${list(cards)} moved to a new row ${place}`,
    block: (name: string, place: number, blocks: readonly number[]) =>
      `${of.en(name, `row ${place}`)} blocked: no ${ranges(blocks)}`,
    drop: (place: number, cards: readonly number[]) => `row ${place} dropped (${list(cards)})`,
    pool: (name: Card | null) => `takes ${name === null ? 'a card' : card(name)} from the pool`,
    pile: 'draws from the pile',
    grow: 'grows the hand: a new pool',
    end: 'ends the play',
    completed: (rows: readonly { row: number; card: number }[]) =>
      rows.map(({ row, card }) => `row ${row} is complete, ${card} turned down`).join('; '),
  },
};
