import { does, of } from '../../../lib/person';
import type { GameWords } from '../../game';
import type { Move } from '../moves';
import type { Square } from '../squares';
import type { en } from './en';

const plural = (n: number, one: string, many: string) => `${n} ${n === 1 ? one : many}`;
const listed = (items: readonly (string | number)[], word: string) =>
  items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} ${word} ${items.at(-1)}`;

const colours = ['rot', 'gelb', 'grün', 'blau'] as const;
const colour = (seat: number) => colours[seat] ?? '';
const named = (seat: number) => ['Rot', 'Gelb', 'Grün', 'Blau'][seat] ?? '';

const game: GameWords = {
  title: '108',
  summary: 'Fülle dein Heim mit 1 bis 9, während andere Zahlen legen, mit denen du leben musst.',
  keys: [
    { keys: 'Pfeile', does: 'sich auf dem Brett bewegen' },
    { keys: '1 … 9', does: 'die Zahl beim Zeiger legen; sonst sie aufnehmen (oder einen Stapel wählen)' },
    { keys: 'Enter', does: 'die Zahl beim Zeiger aufnehmen, das Feld wählen, bestätigen' },
    { keys: 'n  p', does: 'nächstes, voriges Feld, das gewählt werden kann' },
    { keys: 'x', does: 'die Zahl beim Zeiger vom Brett nehmen' },
    { keys: '-', does: 'nichts tun oder schweigen' },
    { keys: '!', does: 'warnen oder strafen' },
    { keys: 'c', does: 'zeigen, welche Zahlen passen' },
  ],
  options: {
    first: {
      label: 'Wer beginnt',
      choices: {
        draw: 'wer die höchste schwarze Zahl zieht',
        0: 'Platz 1, rot',
        1: 'Platz 2, gelb',
        2: 'Platz 3, grün',
        3: 'Platz 4, blau',
      },
    },
    play_on: { label: 'Weiterspielen, wenn jemand fertig ist' },
    forbidden: {
      label: 'Verbotene Zahlen',
      help: 'Dieselbe Zahl zweimal auf weißen Feldern einer Zeile oder Spalte.',
      choices: { prevented: 'können nicht gelegt werden', declared: 'müssen die anderen melden' },
    },
    max_rounds: { label: 'Höchstens so viele Runden' },
  },
};

const squareKind = ({ kind, homes }: Square, front: number, seats: number): string => {
  if (kind === 'black') return 'schwarzes Feld';
  const owners = homes.filter((seat) => seat < seats);
  if (kind === 'white') {
    const others = owners.filter((seat) => seat !== front);
    if (owners.includes(front))
      return others.length > 0 ? `weiß, geteilt mit ${named(others[0] ?? 0)}` : 'weiß';
    return owners.length > 0 ? `weiß, von ${listed(owners.map(named), 'und')}` : 'weiß, von niemandem';
  }
  if (owners.length === 0) return `${colour(homes[0] ?? 0)}, nicht im Spiel`;
  const whose = owners[0] === front ? `${colour(front)}, deins` : colour(owners[0] ?? 0);
  return kind === 'dragon' ? `${whose}, Drache` : whose;
};

const done = (move: Move, number: number | null, sharer: number | null): string => {
  const too = sharer === null ? '' : `, auch für ${named(sharer)}`;
  switch (move.verb) {
    case 'stack':
      return `Stapel ${move.stack}`;
    case 'black':
      return `schwarze ${number} auf ${move.square}`;
    case 'place':
      return `${number} auf ${move.square}${too}`;
    case 'move':
      return `${number} von ${move.from} nach ${move.square}${too}`;
    case 'take':
      return `${number} von ${move.from} genommen`;
    case 'remove':
      return `${number} von ${move.square} entfernt`;
    case 'pass':
      return 'nichts';
    case 'warn':
      return 'Warnung';
    case 'punish':
      return 'Strafe';
    default:
      return 'schweigt';
  }
};

export const de: typeof en = {
  game,
  board: 'Brett',
  colours: colours as unknown as typeof en.colours,
  round: (n) => `Runde ${n}`,
  squareKind,
  square: (name, kind, states) => [name, kind, ...states].join(', '),
  states: {
    empty: 'leer',
    number: (n, placer) => (placer === null ? `${n}` : `${n}, gelegt von ${named(placer)}`),
    blackNumber: (n, row, column) => `schwarze ${n}, sperrt die ${n} in Zeile ${row} und Spalte ${column}`,
    chosen: 'gewählt',
    picked: 'aufgenommen',
    ghost: (n) => `hierher käme die ${n}`,
    clash: (others) => `im Widerspruch zu ${listed(others, 'und')}`,
    fresh: 'neu',
    left: 'eben geleert',
    takes: (numbers) => `nimmt ${listed(numbers, 'oder')}`,
    open: 'kann gewählt werden',
    wouldClash: 'gäbe einen Widerspruch',
    movable: 'kann bewegt werden',
    fits: (numbers) => (numbers.length === 0 ? 'nichts passt' : `es passt ${listed(numbers, 'oder')}`),
  },
  numbers: (name) => of.de(name, 'Zahlen'),
  numberKey: (n, table, wall) => `${n}: ${table} auf dem Tisch, ${wall} in der Mauer`,
  onTable: 'Auf dem Tisch',
  inWall: (n) => `${n} in der Mauer`,
  out: 'ist fertig',
  blackStacks: 'Stapel der schwarzen Zahlen',
  stack: (n, left) => `Stapel ${n}, ${plural(left, 'Zahl', 'Zahlen')}`,
  blackLeft: (numbers) =>
    numbers.length === 0 ? 'alle schwarzen Zahlen liegen' : `verdeckt: ${listed(numbers, 'und')}`,
  black: (n) => `Schwarze ${n}`,
  toPlace: (n) => `Die schwarze ${n} ist zu legen`,
  candidates: 'Was passt',
  candidatesHelp: 'In jedem leeren Feld des Heims die Zahlen zeigen, gegen die nichts steht (C)',
  solvable: 'Lösbar?',
  solvableHelp: 'Sagen, ob das Heim noch gelöst werden kann, was immer bewegt wird',
  isSolvable: 'Lösbar',
  isNotSolvable: 'Nicht lösbar',
  notSolvable: 'So wie Weiß und Schwarz liegen, ist dein Heim unlösbar.',
  takeOff: 'Wegnehmen',
  nothing: 'Nichts tun',
  silent: 'Schweigen',
  warn: 'Warnen',
  punish: 'Strafen',
  done,
  tally: { filled: 'Gefüllte Felder', solved: 'fertig' },
  phrase: {
    nothing: 'nichts tun',
    takeOff: (n, from) => `die ${n} von ${from} nehmen`,
    stack: (n) => `eine schwarze Zahl von Stapel ${n}`,
    warn: (square) => `warnen: ${square} ist verboten`,
    punish: (square) => `strafen: die Zahl verlässt ${square}`,
    silent: 'schweigen',
  },
  tasks: {
    act: 'lege, bewege oder nimm eine Zahl.',
    again: 'davor wurde gewarnt. Tu etwas anderes.',
    stack: 'wähle einen Stapel schwarzer Zahlen.',
    black: (n) => `lege die schwarze ${n} auf ein schwarzes Feld.`,
    warn: (n, square, mates) =>
      `die ${n} auf ${square} ist verboten, sie steht auch auf ${mates}. Warnen oder schweigen?`,
    punish: (n, square, mates) =>
      `die ${n} steht auf ${square} und auf ${mates}, und niemand warnte. Strafen oder schweigen?`,
    remove: 'weiße Zahlen wiederholen sich. Entferne eine oder schweige.',
    wait: 'die Zahlen werden aufgedeckt.',
  },
  log: {
    drawn: (name, n) => `${does.de(name, 'zieht', 'ziehst')} eine schwarze ${n}`,
    begins: (name) => does.de(name, 'beginnt', 'beginnst'),
    flipped: (name, n) => `${does.de(name, 'deckt', 'deckst')} eine ${n} auf`,
    revealed: (n) => `die schwarze ${n}`,
    out: 'Heim gelöst',
    warn: (square, n) => (n === null ? 'warnt' : `warnt: Die ${n} verlässt ${square} wieder`),
    punish: (square, n) => (n === null ? 'straft' : `straft: Die ${n} geht von ${square} auf den Tisch`),
  },
  and: (items) => listed(items, 'und'),
};
