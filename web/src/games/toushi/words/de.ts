import type { GameWords } from '../../game';
import type { en } from './en';

const plural = (n: number, one: string, many: string) => `${n} ${n === 1 ? one : many}`;

const game: GameWords = {
  title: 'Tóushì',
  summary:
    'Sechs Würfel, ein Raster und Listen von Zahlen: ein Rätsel für eine Person, mit Glück, das geplant sein will.',
  keys: [
    { keys: 'Pfeile', does: 'im Raster oder in den Listen bewegen' },
    { keys: 'Enter', does: 'Feld oder Zahl nehmen' },
    { keys: 'Tab', does: 'zwischen Raster, Angeboten und Listen' },
  ],
  options: {
    lists: {
      label: 'Listen',
      choices: {
        ample: 'reichlich: Zahlen für jedes Feld',
        single: 'einfach: jede Zahl einmal, das knappe Spiel',
      },
    },
  },
};

export const de: typeof en = {
  game,
  grid: 'Raster',
  lists: 'Listen der Zahlen',
  offers: (square) => `Auf ${square} darf stehen`,
  square: (name, die, state) => [name, die ?? 'leer', ...state].join(', '),
  manyOffers: (square, n) => `${n} Zahlen passen auf ${square}: wähle eine in den Listen.`,
  start: 'Ausgangspunkt',
  takes: (options) => `nimmt ${options}`,
  several: (n) => `nimmt eines von ${n}`,
  notNow: 'jetzt nicht',
  number: (die, number, left) => `${die}, Zahl ${number}, ${left === 0 ? 'keine übrig' : `noch ${left}`}`,
  stars: (n) => `${plural(n, 'Stern', 'Sterne')} übrig`,
  round: (n) => `Runde ${n}`,
  shows: (die, n) => `${die} zeigt ${n}`,
  tasks: {
    first: 'schreibe einen Würfel auf ein Feld und streiche eine seiner Zahlen.',
    choose: 'streiche eine Zahl und wirf ihren Würfel.',
    one: 'eine Eins. Wirf noch einmal, oder setze einen Stern für ein Feld ein.',
    mark: (die, n) => `${die} zeigt ${n}. Wähle ein Feld und was dort stehen soll.`,
    roll: 'der Würfel rollt.',
    over: 'auf dem Blatt steht, was darauf stehen wird.',
  },
  reroll: 'Noch einmal werfen',
  bonusReroll: 'Stern einsetzen, noch einmal werfen',
  stop: 'Hier aufhören',
  tally: { marks: 'Felder', rows: 'Volle Zeilen', columns: 'Volle Spalten', stars: 'Sterne übrig' },
  write: (die, number, square) => `${die} auf ${square}, eine ${number} gestrichen`,
  bonusWrite: (die, number, square) => `ein Stern für ${die} auf ${square}, eine ${number} gestrichen`,
  roll: (die, number) => `die ${number} streichen und ${die} werfen`,
  log: {
    write: (die, number, square) => `${die} auf ${square}, ${number} gestrichen`,
    bonusWrite: (die, number, square) => `ein Stern: ${die} auf ${square}, ${number} gestrichen`,
    roll: (die, number) => `${number} gestrichen, ${die} geworfen`,
    reroll: 'noch einmal geworfen',
    bonusReroll: 'ein Stern: noch einmal geworfen',
    stop: 'aufgehört',
    rolled: (die, n) => `${die} zeigt ${n}`,
  },
};
