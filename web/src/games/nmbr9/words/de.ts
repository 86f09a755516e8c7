import { of } from '../../../lib/person';
import type { GameWords } from '../../game';
import type { en } from './en';

const points = (n: number) => `${n} ${n === 1 ? 'Punkt' : 'Punkte'}`;

const game: GameWords = {
  title: 'NMBR 9',
  summary: 'Zahlen stapeln wie Plättchen. Je höher eine liegt, desto öfter zählt sie.',
  keys: [
    { keys: 'Pfeile', does: 'das Plättchen bewegen' },
    { keys: 'r  Umschalt+R', does: 'nach rechts, nach links drehen' },
    { keys: 'n  p', does: 'nächster, voriger erlaubter Ort' },
    { keys: 'd  u', does: 'eine Ebene tiefer sehen, wieder hinauf' },
    { keys: '+  −  0', does: 'näher, weiter, alles' },
    { keys: '1 … 9', does: 'eine Zahl nehmen, wo frei gewählt wird' },
  ],
  options: {
    draft: {
      label: 'Karten',
      choices: {
        unknown: 'verdeckt, wie in der Schachtel',
        known: 'von Anfang an offen',
        free: 'jede Zahl wird gewählt',
      },
    },
    cards: { label: 'Zahl der Karten' },
    copies: { label: 'Jede Zahl so oft' },
    max_number: { label: 'Höchste Zahl' },
  },
};

export const de: typeof en = {
  game,
  board: (name) => of.de(name, 'Auslage'),
  levelPoints: (n) => `Ebene ${n}`,
  task: (number) => `lege die ${number}.`,
  taskFree: 'wähle eine Zahl und lege sie.',
  taskWait: 'warte auf die anderen.',
  turnedUp: (number) => `Karte ${number}`,
  phrase: (number, level, gain) =>
    level > 0 ? `${number} auf Ebene ${level}, ${points(gain)}` : `${number} auf den Tisch`,
  turns: ['nicht gedreht', 'rechts gedreht', 'auf dem Kopf', 'links gedreht'],
  on: (numbers) => `auf ${numbers.join(' und ')}`,
  beside: {
    left: (number) => `links der ${number}`,
    right: (number) => `rechts der ${number}`,
    above: (number) => `über der ${number}`,
    below: (number) => `unter der ${number}`,
  },
  and: ' und ',
  ghost: (number, quarters, x, y, level, fits) =>
    `${number}, ${['nicht', 'einmal', 'zweimal', 'dreimal'][quarters]} gedreht, bei ${x}, ${y}, Ebene ${level}, ${fits ? 'passt' : 'passt nicht'}`,
  emptyCell: (x, y) => `${x}, ${y}, Tisch`,
  cell: (x, y, number, level) => `${x}, ${y}, ${number} auf Ebene ${level}`,
  now: 'Jetzt',
  next: 'Danach',
  left: 'Übrig',
  leftOf: (number, n) => `${number}: noch ${n}`,
  choose: (number) => `Die ${number} nehmen`,
  turnLeft: 'Nach links drehen',
  turnRight: 'Nach rechts drehen',
  previousPlace: 'Voriger Ort',
  nextPlace: 'Nächster Ort',
  lookBelow: 'Darunter sehen',
  upTo: (level) => `Bis Ebene ${level}`,
  allLevels: 'Alle Ebenen',
  closer: 'Näher',
  farther: 'Weiter weg',
  others: 'Andere Auslagen',
  open: 'Auslage öffnen:',
};
