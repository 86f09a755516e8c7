import type { Action } from '../../lib/protocol';
import type { Desk } from '../game';
import { readMoves } from './moves';
import {
  type Card,
  completedRows,
  decadeOf,
  isNumber,
  isOpen,
  LONG,
  type Position3x8,
  sizeOf,
  TO_WIN,
} from './table';

/** What lies tentatively, read from the choices: what is done in the turn, whether it ends the play, and draws. */
export interface Laid {
  plays: { cards: number[]; place: number } | null;
  move: { count: number; place: number } | null;
  block: { card: Card; half: string; seat: number; row: number } | null;
  drop: number | null;
  grow: boolean;
  end: boolean;
  draws: string[];
}

interface Memory {
  legal: readonly Action[];
  /** Cards of the hand that are picked: numbers of one colour, or one blocker. */
  cards: Card[];
  /** How many cards at the end of the row played on are picked to be moved. */
  tail: number;
  /** A row of one's own that is picked. */
  row: number | null;
}

const NONE = { cards: [], tail: 0, row: null };

export function readLaid(choices: readonly string[], legal: readonly Action[]): Laid {
  const laid: Laid = {
    plays: null,
    move: null,
    block: null,
    drop: null,
    grow: false,
    end: false,
    draws: choices.filter((text) => text === 'd' || /^p\d$/.test(text)),
  };
  const placeOf = (text: string | undefined) =>
    legal.find((action) => action.text === text)?.part.row as number | undefined;
  for (const move of readMoves(choices)) {
    // Only the first choice is legal yet, and only it can name a new row.
    const place = 'row' in move ? (move.row ?? placeOf(choices[0]) ?? 0) : 0;
    if (move.kind === 'play') laid.plays = { cards: [...(laid.plays?.cards ?? []), move.card], place };
    else if (move.kind === 'move') laid.move = { count: move.count, place };
    else if (move.kind === 'block') laid.block = move;
    else if (move.kind === 'drop') laid.drop = move.row;
    else if (move.kind === 'grow') laid.grow = true;
    else if (move.kind === 'end') laid.end = true;
  }
  return laid;
}

/** What is picked and laid by the seat in front, and what can be. */
export class Selection {
  #desk: () => Desk;
  #memory: Memory = $state.raw({ legal: [], ...NONE });

  constructor(desk: () => Desk) {
    this.#desk = desk;
  }

  get #position(): Position3x8 {
    return this.#desk().position as Position3x8;
  }

  get #legal(): readonly Action[] {
    return this.#desk().legal;
  }

  /** What was picked holds for one position. */
  #picked = $derived.by(() =>
    this.#memory.legal === this.#legal ? this.#memory : { ...NONE, legal: this.#legal },
  );

  laid = $derived.by(() => readLaid(this.#desk().choices, this.#legal));

  /** The cards of the hand that are picked. */
  cards = $derived.by((): readonly Card[] => {
    if (this.laid.plays) return this.laid.plays.cards;
    if (this.laid.block) return [this.laid.block.card];
    return this.#desk().choice === null ? this.#picked.cards : [];
  });

  tail = $derived.by(() => this.laid.move?.count ?? this.#picked.tail);
  row = $derived.by(() => this.laid.drop ?? this.#picked.row);

  #rows = $derived.by(() => this.#position.rows[this.#desk().front] ?? []);

  /** Whether something is picked that is no choice yet. */
  unfinished = $derived.by(
    () =>
      this.#desk().choice === null &&
      (this.#picked.cards.length > 0 || this.#picked.tail > 0 || this.#picked.row !== null),
  );

  clear(): void {
    this.#memory = { legal: this.#legal, ...NONE };
  }

  // What is lit

  #plays = $derived.by(() => this.#legal.filter(({ part }) => part.kind === 'play'));
  #moves = $derived.by(() => this.#legal.filter(({ part }) => part.kind === 'move'));
  #blocks = $derived.by(() => this.#legal.filter(({ part }) => part.kind === 'block'));

  /** The cards of the hand that can be picked now. */
  litCards = $derived.by((): ReadonlySet<Card> => {
    const row = this.cards.length === 0 ? this.row : null;
    const numbers = this.#plays.filter(({ part }) => row === null || part.row === row);
    return new Set([...numbers, ...(row === null ? this.#blocks : [])].map(({ part }) => part.card as Card));
  });

  /** The places that take what is picked; with nothing picked those that take any card. */
  litRows = $derived.by((): ReadonlySet<number> => {
    const [card] = this.cards;
    let taking: Action[] = this.#plays;
    if (card !== undefined) taking = this.#plays.filter(({ part }) => part.card === card);
    else if (this.tail > 0) taking = this.#moves.filter(({ part }) => part.count === this.tail);
    return new Set(taking.map(({ part }) => part.row as number));
  });

  /** The rows of others that take the blocker that is picked; with nothing picked those that take any. */
  litTheirs = $derived.by((): ReadonlySet<string> => {
    const [card] = this.cards;
    const taking = this.#blocks.filter(({ part }) => card === undefined || part.card === card);
    return new Set(taking.map(({ part }) => `${part.seat}.${part.row}`));
  });

  /** How many cards at the end of the row played on can be moved. */
  tails = $derived.by(
    (): ReadonlySet<number> => new Set(this.#moves.map(({ part }) => part.count as number)),
  );

  /** The cards of the hand that a place takes. */
  takes(place: number): Card[] {
    return this.#plays.filter(({ part }) => part.row === place).map(({ part }) => part.card as Card);
  }

  /** How many draws can be laid, after what is laid already. */
  mostDraws = $derived.by((): number => {
    const { plays, move, block, grow, end } = this.laid;
    const position = this.#position;
    if (position.phase === 'draw') return this.#legal.length > 0 ? position.to_draw : 0;
    if (grow) return 1;
    if (block) return 2;
    if ((!plays && !move && !end) || this.#wins(plays)) return 0;
    return position.played + (plays?.cards.length ?? 0);
  });

  /** Whether the end of the play would be the end of the game, without any draws. */
  #wins(plays: Laid['plays']): boolean {
    const long = this.#rows.filter((row, i) => {
      const more = plays?.place === i + 1 ? plays.cards.length : 0;
      return (isOpen(row) ? row.cards.length : 0) + more >= LONG;
    });
    return completedRows(this.#rows) + long.length >= TO_WIN;
  }

  litDraws = $derived.by((): ReadonlySet<string> => {
    if (this.mostDraws === 0) return new Set();
    const { pool, draw, discard } = this.#position;
    // The pool is not the same any more when the hand is grown.
    const open = this.laid.grow ? [] : pool.flatMap((card, i) => (card === null ? [] : [`p${i + 1}`]));
    return new Set(sizeOf(draw) + discard.length > 0 ? [...open, 'd'] : open);
  });

  /** Whether the play can be ended, now or after what is laid. */
  canEnd = $derived.by(() => this.laid.plays !== null || this.laid.move !== null || this.#has('end'));
  canGrow = $derived.by(() => this.#has('grow'));

  /** The row that can be dropped now. */
  droppable = $derived.by(() => (this.row !== null && this.#has(`drop ${this.row}`) ? this.row : null));

  // Picking

  pickCard(card: Card): void {
    const picked = this.cards.includes(card);
    if (!picked && !this.litCards.has(card)) {
      this.#ask(this.#doubtfulCard(card));
      return;
    }
    if (!isNumber(card)) {
      this.#remember({ cards: picked ? [] : [card] });
      this.#lay([]);
      return;
    }
    const numbers = this.cards.filter(isNumber);
    const same = numbers.filter((other) => decadeOf(other) === decadeOf(card));
    const cards = picked ? numbers.filter((other) => other !== card) : [...same, card].sort((a, b) => a - b);
    const { phase, row: at } = this.#position;
    const place = this.laid.plays?.place ?? (phase === 'play' ? at : this.row);
    this.#remember({ cards, row: this.row });
    if (place === null || !this.#layPlays(cards, place)) this.#lay([]);
  }

  pickRow(place: number): void {
    const [card] = this.cards;
    if (card !== undefined && !isNumber(card)) {
      this.#ask(`${card}a>${this.#desk().front}.${place}`);
      return;
    }
    if (card !== undefined) {
      if (this.laid.plays?.place === place) this.#lay([]);
      else if (!this.#layPlays(this.cards.filter(isNumber), place))
        this.#ask(`${card}>${this.#named(place)}`);
    } else if (this.tail > 0) this.#layMove(place);
    else if (isOpen(this.#rows[place - 1]) || this.litRows.has(place)) {
      this.#remember({ row: this.row === place ? null : place });
      this.#lay([]);
    }
  }

  /** Picks the last cards of the row played on. */
  pickTail(count: number): void {
    if (!this.tails.has(count)) {
      this.#ask(`m${count}>n`);
      return;
    }
    this.#remember({ tail: this.tail === count ? 0 : count });
    this.#lay([]);
  }

  /** Lays a blocker on another's row; once more, the next of those that fit. */
  pickTheirs(seat: number, row: number): void {
    const [card] = this.cards;
    const fitting = this.#blocks.filter(
      ({ part }) =>
        part.seat === seat &&
        part.row === row &&
        (card === undefined || this.laid.block !== null || part.card === card),
    );
    const at = fitting.findIndex(({ text }) => text === this.#desk().choice);
    const next = fitting[(at + 1) % fitting.length];
    if (!next) {
      this.#ask(this.#doubtfulBlock(seat, row));
      return;
    }
    this.#remember({ cards: [next.part.card as Card] });
    this.#lay(at >= 0 && fitting.length === 1 ? [] : [next.text]);
  }

  pickDraw(text: string): void {
    if (!this.litDraws.has(text)) {
      this.#ask(text);
      return;
    }
    const { draws } = this.laid;
    const room = draws.length < this.mostDraws;
    if (room && (text === 'd' || !draws.includes(text))) this.#layDraws([...draws, text]);
    else if (draws.includes(text)) this.#layDraws(draws.filter((other) => other !== text));
    else this.#layDraws([...draws.slice(0, -1), text]);
  }

  pickEnd(): void {
    const turn = this.#turn();
    if (turn.length > 0) this.#lay(this.laid.end ? turn : [...turn, 'end']);
    else if (this.#has('end')) this.#lay(this.laid.end ? [] : ['end']);
    else this.#ask('end');
  }

  pickGrow(): void {
    if (this.#has('grow')) this.#lay(this.laid.grow ? [] : ['grow']);
    else this.#ask('grow');
  }

  pickDrop(place: number): void {
    const text = `drop ${place}`;
    if (!this.#has(text)) {
      this.#ask(text);
      return;
    }
    this.#remember({ row: place });
    this.#lay(this.laid.drop === place ? [] : [text]);
  }

  // Why not

  pointCard(card: Card): void {
    this.#point(this.litCards.has(card) ? null : this.#doubtfulCard(card));
  }

  pointRow(place: number): void {
    const [card] = this.cards;
    if (this.litRows.has(place)) this.#point(null);
    else if (card !== undefined && isNumber(card)) this.#point(`${card}>${this.#named(place)}`);
    else this.#point(this.tail > 0 ? `m${this.tail}>${this.#named(place)}` : null);
  }

  pointTheirs(seat: number, row: number): void {
    const doubtful = this.cards.some((card) => !isNumber(card)) && !this.litTheirs.has(`${seat}.${row}`);
    this.#point(doubtful ? this.#doubtfulBlock(seat, row) : null);
  }

  pointNothing(): void {
    this.#point(null);
  }

  // Inside

  #has(text: string): boolean {
    return this.#legal.some((action) => action.text === text);
  }

  #remember(picked: Partial<Memory>): void {
    this.#memory = { legal: this.#legal, ...NONE, ...picked };
  }

  #lay(choices: readonly string[]): void {
    const [only] = choices;
    this.#desk().choose(only === undefined ? null : choices.length === 1 ? only : choices);
  }

  /** The turn's own choices: without the end of the play and the draws. */
  #turn(): string[] {
    return this.#desk().choices.filter((text) => !['end', 'd'].includes(text) && !/^p\d$/.test(text));
  }

  #layPlays(cards: readonly number[], place: number): boolean {
    const [first, ...more] = cards;
    const action = this.#plays.find(({ part }) => part.card === first && part.row === place);
    if (!action) return false;
    this.#memory = { ...this.#memory, legal: this.#legal, cards: [...cards] };
    this.#lay([action.text, ...more.map((card) => `${card}>${place}`)]);
    return true;
  }

  #layMove(place: number): void {
    const action = this.#moves.find(({ part }) => part.count === this.tail && part.row === place);
    if (!action) {
      this.#ask(`m${this.tail}>${this.#named(place)}`);
      return;
    }
    this.#lay(this.laid.move?.place === place ? [] : [action.text]);
  }

  #layDraws(draws: string[]): void {
    const { plays, move, end } = this.laid;
    const ends = plays || move || end ? ['end'] : [];
    this.#lay([...this.#turn(), ...ends, ...draws]);
  }

  /** How an action names a place of one's own. */
  #named(place: number): string {
    return this.#rows[place - 1] === null ? 'n' : String(place);
  }

  #ask(action: string | null): void {
    if (this.#legal.length > 0) this.#desk().ask(action);
  }

  #point(action: string | null): void {
    if (this.#desk().choice === null) this.#ask(action);
  }

  /** What to ask about when a card cannot be picked: the most telling action that it stands for. */
  #doubtfulCard(card: Card): string {
    if (isNumber(card)) {
      const open = this.#rows.findIndex(isOpen) + 1;
      const place = this.#position.row ?? this.row ?? (open || 1);
      return `${card}>${this.#named(place)}`;
    }
    const { rows, seats } = this.#position;
    const front = this.#desk().front;
    const others = rows.flatMap((places, seat) =>
      seat === front ? [] : places.map((row, i) => ({ row, name: `${seat}.${i + 1}` })),
    );
    const telling = others.find(({ row }) => isOpen(row) && row.blocker === null);
    return `${card}a>${telling?.name ?? `${(front + 1) % seats}.1`}`;
  }

  #doubtfulBlock(seat: number, row: number): string {
    const blocker = this.cards.find((card) => !isNumber(card)) ?? this.#blockerInHand() ?? 'b0';
    return `${blocker}a>${seat}.${row}`;
  }

  #blockerInHand(): Card | undefined {
    const hand = this.#position.hands[this.#desk().front];
    return Array.isArray(hand) ? hand.find((card) => !isNumber(card)) : undefined;
  }
}
