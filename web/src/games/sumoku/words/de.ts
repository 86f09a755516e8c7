import { does, of } from '../../../lib/person';
import type { GameWords } from '../../game';
import type { Line } from '../lines';
import type { Play } from '../play';
import { type Colour, colourOf, type Face, numberOf } from '../tiles';
import type { en } from './en';

const plural = (n: number, one: string, many: string) => `${n} ${n === 1 ? one : many}`;
const points = (n: number) => plural(n, 'Punkt', 'Punkte');
const signed = (text: string) => text.replaceAll('-', '−').replace(',', ', ');

const game: GameWords = {
  title: 'Sumoku',
  summary:
    'Ein Kreuzworträtsel aus Zahlen: jede Linie ein Vielfaches der Schlüsselzahl, keine Farbe doppelt.',
  keys: [
    { keys: 'Pfeile', does: 'den Cursor bewegen; getippt wird nach rechts oder unten, wie zuletzt bewegt' },
    { keys: 'Leertaste', does: 'nach rechts oder nach unten tippen' },
    { keys: 'y 7', does: 'die gelbe 7 an den Cursor legen (Farben r o y g b p, in beliebiger Folge)' },
    { keys: 'y y', does: 'den ersten, den nächsten gelben Stein nehmen; Enter legt ihn' },
    { keys: 't  9', does: 'eine 6 zur 9 drehen und zurück; sie als 9 legen' },
    { keys: 'Rücktaste', does: 'den letzten Stein zurücknehmen' },
    { keys: 'Entf', does: 'den Stein am Cursor aufnehmen' },
    { keys: 'n  Umschalt+N', does: 'nächster, voriger Ort zum Anfangen oder Weiterlegen' },
    { keys: 'Umschalt+Pfeile', does: 'im Vorrat: den Stein verschieben' },
    { keys: '+  −  0', does: 'näher, weiter, alles' },
  ],
  options: {
    key: {
      label: 'Schlüsselzahl',
      help: 'Jede Linie ergibt ein Vielfaches davon.',
      choices: { roll: 'mit dem Würfel geworfen', 3: '3', 4: '4', 5: '5' },
    },
  },
};

const colours: Record<Colour, string> = {
  R: 'rot',
  O: 'orange',
  Y: 'gelb',
  G: 'grün',
  B: 'blau',
  P: 'violett',
};

const tile = (face: Face) => `${colours[colourOf(face)]} ${numberOf(face)}`;
const line = ({ way }: Line) => (way === 'row' ? 'Zeile' : 'Spalte');
const twice = (list: readonly Colour[]) => `${list.map((colour) => colours[colour]).join(' und ')} doppelt`;
const short = (n: number, to: number) => `${n} zu wenig für ${to}`;

function wrongs({ sum, short: n, twice: list }: Line): string[] {
  return [...(n > 0 ? [short(n, sum + n)] : []), ...(list.length > 0 ? [twice(list)] : [])];
}

function played({ lines, points: n, again }: Play): string {
  const sums = lines.map((each) => `${line(each)} ${each.sum}`).join(' + ');
  return `${lines.length > 1 ? `${sums} = ${points(n)}` : `${sums}, ${points(n)}`}${again ? ', und noch ein Zug' : ''}`;
}

const troubles = {
  scattered: 'Die Steine eines Zugs liegen in einer Zeile oder einer Spalte.',
  gap: 'Im Zug ist noch eine Lücke.',
  apart: 'Der Zug berührt das Kreuzworträtsel noch nicht.',
  single: 'Der erste Zug legt mindestens zwei Steine.',
  notRow: 'Der erste Zug ist eine Zeile.',
  order: 'Nach dem, was bestätigt ist, geht es nach rechts oder unten weiter.',
};

export const de: typeof en = {
  game,
  colours,
  tile,
  tileIn: (face, turned) => `${tile(face)}${turned ? ', gedreht' : ''}`,
  slotOut: (face) => `${tile(face)}, gelegt`,
  board: 'Kreuzworträtsel',
  stock: (name) => of.de(name, 'Vorrat'),
  stocks: 'Alle Vorräte',
  open: 'Vorrat zeigen:',
  key: (n) => (n === null ? 'Die Schlüsselzahl ist noch nicht geworfen.' : `Die Schlüsselzahl ist ${n}.`),
  keyShort: 'Schlüssel',
  multiples: 'Vielfache',
  bag: (n) => `Beutel: ${plural(n, 'Stein', 'Steine')}`,
  tasks: {
    first: (key) => `lege 2 bis 6 Steine in eine Zeile, ein Vielfaches von ${key}.`,
    play: (key) => `lege Steine, jede Linie ein Vielfaches von ${key}.`,
    more: 'führe den Zug fort oder beende ihn.',
    rest: (key) => `führe den Zug fort, bis jede Linie ein Vielfaches von ${key} ist.`,
    again: 'eine Linie aus sechs, noch ein Zug.',
    wait: 'warte.',
  },
  laid: (face, place) => `${tile(face)} bei ${signed(place)}`,
  played,
  play: (n, play) =>
    `${plural(n, 'Stein', 'Steine')}, ${points(play.points)}${play.again ? ', und noch ein Zug' : ''}`,
  end: 'Zug beenden',
  pass: 'Passen',
  mustPass: 'Keiner dieser Steine lässt sich jetzt legen.',
  sum: (each) => `${line(each)} ${each.sum}, ${each.fits ? 'passt' : wrongs(each).join(', ')}`,
  short,
  twice,
  points,
  again: 'Sechs in einer Linie: noch ein Zug',
  troubles,
  cell: (place, face, states) => [signed(place), face ? tile(face) : 'leer', ...states].join(', '),
  states: {
    lit: 'hier kann ein Zug beginnen',
    end: 'hier kann der Zug weitergehen',
    draft: 'von dir gelegt',
    fresh: 'neu',
  },
  heading: { row: 'getippt wird nach rechts', column: 'getippt wird nach unten' },
  flip: (face) => `Die 6 drehen: ${numberOf(face) === 9 ? 'als Sechs' : 'als Neun'}`,
  sortColour: 'Nach Farben ordnen',
  sortNumber: 'Nach Zahlen ordnen',
  closer: 'Näher',
  whole: 'Alles',
  tally: { lines: 'Linien', stock: 'Übrige Steine' },
  log: {
    key: (n) => `die Schlüsselzahl ist ${n}`,
    drawn: (name, what) => `${does.de(name, 'zieht', 'ziehst')} ${what}`,
    passed: 'gepasst',
    noBonus: 'kein weiterer Zug, es wird gezogen',
    last: 'gepasst; die übrigen Steine werden abgezogen',
  },
};
