import { isYou, of } from '../../../lib/person';
import type { GameWords } from '../../game';
import type { Card } from '../table';
import type { en } from './en';

const plural = (n: number, one: string, many: string) => `${n} ${n === 1 ? one : many}`;
const range = (decade: number) => `${decade * 10}–${decade * 10 + 9}`;
const ranges = (decades: readonly number[]) => decades.map(range).join(', ');
const card = (name: Card) => (typeof name === 'number' ? String(name) : `Blocker ${name.slice(1)}`);
const list = (cards: readonly Card[]) => cards.map(card).join(', ');

const game: GameWords = {
  title: '3x8',
  summary: 'Reihen steigender Zahlen: Wer hat zuerst drei Reihen zu acht und blockiert die der anderen?',
  keys: [
    { keys: 'Pfeile', does: 'zwischen Reihen, Auslage und Hand' },
    { keys: 'Enter', does: 'eine Karte wählen, sie anlegen, ziehen' },
    { keys: '1 … 4', does: 'Gewähltes an diese Reihe legen' },
    { keys: 'n', does: 'als neue Reihe legen' },
    { keys: 'e', does: 'das Anlegen beenden' },
    { keys: 'd', does: 'vom Stapel ziehen' },
    { keys: 'g', does: 'die Hand vergrößern' },
    { keys: 'x', does: 'die Reihe am Cursor abwerfen' },
  ],
  options: {
    first: { label: 'Wer beginnt (0 ist Platz 1)' },
    max_turns: { label: 'Unentschieden nach so vielen Zügen' },
    blockers: {
      label: 'Andere Blocker',
      help: 'Eine JSON-Datei, eine Liste von zehn Karten: {"a": {"base": 3, "blocks": [4, 5]}, "b": {…}}',
    },
  },
};

export const de: typeof en = {
  game,
  board: (name) => of.de(name, 'Tisch'),
  others: 'Die anderen',
  hand: 'Hand',
  handOf: (n) => plural(n, 'Karte', 'Karten'),
  known: (cards) => `bekannt: ${list(cards)}`,
  pool: 'Auslage',
  pile: 'Stapel',
  discard: 'Abgelegt',
  rows: 'Reihen',
  rowsDone: (n) => `${n} von 3 Reihen vollständig`,
  standing: (n) => `${n}/3`,
  card,
  half: (base, blocks) => `auf ${range(base)}: keine ${ranges(blocks)}`,
  spokenBlocker: (name, a, b) => `Blocker ${name}, ${a}, oder ${b}`,
  spoken: {
    row: (place) => `Reihe ${place}`,
    empty: 'leer',
    cards: (cards) => cards.join(', '),
    blocked: (blocks) => `blockiert: keine ${ranges(blocks)}`,
    completed: (first) => `vollständig, ${first} umgedreht`,
    takes: (cards) => `nimmt ${list(cards)}`,
    laid: (cards) => `gelegt: ${list(cards)}`,
    picked: 'gewählt',
    chosen: 'gewählt',
    isNew: 'neu',
    back: 'eine Karte, die niemand gesehen hat',
    inPool: (place, name) => `Auslage, Platz ${place}, ${name}`,
    noCard: 'keine Karte',
    pile: (n) => `Stapel, ${plural(n, 'Karte', 'Karten')}`,
    tail: (name, count) => `${name}, ab hier ${plural(count, 'Karte', 'Karten')} verschieben`,
  },
  end: 'Anlegen beenden',
  thenEnd: 'Dann beenden',
  grow: 'Vergrößern',
  drop: (place) => `Reihe ${place} abwerfen`,
  tasks: {
    main: 'lege Karten an, blockiere eine Reihe oder vergrößere die Hand.',
    play: 'lege weiter an, verschiebe Karten dieser Reihe oder beende das Anlegen.',
    playedOut: 'beende das Anlegen oder wirf eine Reihe ab.',
    draw: (n) => (n === 1 ? 'ziehe eine Karte.' : `ziehe ${n} Karten.`),
    wait: 'warte.',
  },
  tally: { rows: 'Fertige Reihen', hand: 'Handkarten' },
  phrase: {
    join: ', dann ',
    play: (cards, place) => `${list(cards)} an Reihe ${place}`,
    playFirst: (cards) => `${list(cards)} als neue Reihe`,
    move: (n, place) => `${plural(n, 'Karte', 'Karten')} zu Reihe ${place} verschieben`,
    moveFirst: (n) => `${plural(n, 'Karte', 'Karten')} zu einer neuen Reihe verschieben`,
    block: (name, place, blocks) => `${of.de(name, `Reihe ${place}`)} blockieren: keine ${ranges(blocks)}`,
    drop: (place) => `Reihe ${place} abwerfen`,
    grow: 'die Hand vergrößern',
    end: 'das Anlegen beenden',
    draw: (cards, fromPile) =>
      `${[list(cards), fromPile > 0 ? `${fromPile} vom Stapel` : ''].filter(Boolean).join(' und ')} ziehen`,
  },
  log: {
    turnedUp: (name) => `in die Auslage kommt ${card(name)}`,
    dealt: (to, name) =>
      `ausgeteilt an ${isYou(to) ? 'dich' : to}: ${name === null ? 'eine Karte' : card(name)}`,
    drawn: (name) => (name === null ? 'eine Karte vom Stapel' : `${card(name)} vom Stapel`),
    play: (name, place) => `${name} an Reihe ${place}`,
    playFirst: (name, place) => `${name} beginnt Reihe ${place}`,
    move: (cards, place) => `${list(cards)} zu Reihe ${place} verschoben`,
    moveFirst: (cards, place) => `${list(cards)} zur neuen Reihe ${place} verschoben`,
    block: (name, place, blocks) => `${of.de(name, `Reihe ${place}`)} blockiert: keine ${ranges(blocks)}`,
    drop: (place, cards) => `Reihe ${place} abgeworfen (${list(cards)})`,
    pool: (name) => `nimmt ${name === null ? 'eine Karte' : card(name)} aus der Auslage`,
    pile: 'zieht vom Stapel',
    grow: 'vergrößert die Hand: neue Auslage',
    end: 'beendet das Anlegen',
    completed: (rows) =>
      rows.map(({ row, card }) => `Reihe ${row} ist vollständig, ${card} umgedreht`).join('; '),
  },
};
