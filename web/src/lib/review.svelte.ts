import type { LogEvent, Rated, Ratings } from './protocol';

/** A decision looked at again. */
export interface Judgement {
  /** The position that the seat had before it. */
  position: number;
  seat: number;
  played: Rated;
  better: Rated;
  /** What the seat could expect: the value of the best action. */
  value: number;
  cost: number;
}

type Rate = (position: number, seat: number) => Promise<Ratings | null>;

interface Decision {
  position: number;
  seat: number;
}

/** All decisions of a game, looked at one after another: first some from all over the game, then those in between. */
export class Review {
  readonly decisions: readonly Decision[];
  judgements: ReadonlyMap<number, Judgement> = $state.raw(new Map());
  state: 'running' | 'done' | 'broken' | 'stopped' = $state('stopped');
  #done: ReadonlySet<number> = $state.raw(new Set());
  #rate: Rate;
  #runs = 0;

  constructor(rate: Rate, log: readonly LogEvent[]) {
    this.#rate = rate;
    this.decisions = log.flatMap(({ number, seat }) =>
      seat === null ? [] : [{ position: number - 1, seat }],
    );
  }

  /** How many decisions have been looked at. */
  done = $derived.by(() => this.#done.size);

  /** Goes on until everything is there, or until it is stopped. */
  async run(): Promise<void> {
    if (this.state === 'running') return;
    this.state = 'running';
    const run = ++this.#runs;
    for (const { position, seat } of coarseFirst(this.decisions)) {
      if (this.#done.has(position)) continue;
      const ratings = await this.#rate(position, seat).catch(() => null);
      if (this.state !== 'running' || run !== this.#runs) return;
      if (!ratings) {
        this.state = 'broken';
        return;
      }
      this.#done = new Set([...this.#done, position]);
      const judgement = judged(ratings);
      if (judgement) this.judgements = new Map([...this.judgements, [position, judgement]]);
    }
    this.state = 'done';
  }

  stop(): void {
    if (this.state === 'running') this.state = 'stopped';
  }
}

/** Nothing where there was no choice. */
function judged({ position, seat, actions: [better], played }: Ratings): Judgement | null {
  if (!better || !played) return null;
  const { value } = better;
  const same = better.action.text === played.action.text;
  return { position, seat, played, better, value, cost: same ? 0 : Math.max(0, value - played.value) };
}

/** A list in an order that soon has something of everywhere: every 16th, then those halfway between, and so on. */
export function coarseFirst<T>(list: readonly T[], stride = 16): T[] {
  const first = list.filter((_, i) => i % stride === 0);
  const between = (step: number): T[] =>
    step < 1 ? [] : [...list.filter((_, i) => i % (2 * step) === step), ...between(step / 2)];
  return [...first, ...between(stride / 2)];
}

/** The decisions that cost most, the worst first; what is less than `least` is no mistake. */
export function costliest(judgements: Iterable<Judgement>, most: number, least: number): Judgement[] {
  return [...judgements]
    .filter(({ cost }) => cost >= least)
    .sort((a, b) => b.cost - a.cost || a.position - b.position)
    .slice(0, most);
}
