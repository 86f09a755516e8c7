import { untrack } from 'svelte';
import { Connection, type Link, type SocketLike } from './connection';
import {
  type Action,
  type Aids,
  type ClientMessage,
  HIDDEN,
  type LogEvent,
  type Position,
  type Ratings,
  type Reason,
  readLegal,
  readRatings,
  type Seat,
  type ServerMessage,
  type TableMessage,
  type WarmupStage,
} from './protocol';
import { shownSeats } from './seats';
import { errorWords } from './trouble';

/** How long a pointer rests before a reason is asked for, in ms. */
const REST = 220;
/** How long a reason stays when the pointer has left what it is about, in ms: long enough to get to its rule. */
const LINGER = 1500;

interface Look {
  view: Position;
  views: Record<string, Position>;
}

export interface TableOptions {
  /** Act as soon as something is chosen. */
  confirmAtOnce?: () => boolean;
  /** Hears the events of each update, for sound and speech. */
  onEvents?: (events: LogEvent[]) => void;
}

/** One table as this screen sees it: what the server told, the moment looked at and the choice not yet confirmed. */
export class Table {
  link: Link = $state({ state: 'connecting' });
  data: TableMessage | null = $state.raw(null);
  /** How far what happens once after installing is, by stage; 1: done. Nothing is known of a stage that is not there. */
  warmup: Partial<Record<WarmupStage, number>> = $state.raw({});
  /** Why there is nothing to see: the server's code and words. */
  trouble: Reason | null = $state(null);
  /** The seat whose display, hand or turn lies in front of the reader. */
  front = $state(0);
  /** The decisions chosen and not yet taken, in their order. */
  choices: readonly string[] = $state.raw([]);
  reason: Reason | null = $state(null);
  sending = $state(false);
  /** How many questions about the game are without an answer. */
  #unanswered = $state(0);

  /** The seat whose person said to be the one at the screen. */
  #lifted: number | null = $state(null);
  #wanted: number | null = $state(null);
  #looks: Record<number, Look> = $state.raw({});
  #connection: Connection;
  #key: string | null;
  #options: TableOptions;
  #reasons = new Map<string, Promise<Reason | null>>();
  #askTimer: ReturnType<typeof setTimeout> | undefined;
  /** Counts what was shown and asked: an answer that comes after something newer is not shown. */
  #asked = 0;
  #rated: Promise<unknown> = Promise.resolve();

  readonly id: string;

  constructor(id: string, key: string | null, makeSocket: () => SocketLike, options: TableOptions = {}) {
    this.id = id;
    this.#key = key;
    this.#options = options;
    this.#connection = new Connection(makeSocket, {
      link: (link) => {
        this.link = link;
        if (link.state === 'open') this.#join();
      },
      message: (message) => this.#receive(message),
    });
  }

  start(): void {
    this.#connection.connect();
  }

  /** Looks whether the connection still holds, and for a new one if not. */
  check(): void {
    this.#connection.check();
  }

  /** Whether the board has yet to answer: something was asked, or it is your turn and nothing is known to be legal. */
  waiting = $derived(this.#unanswered > 0 || this.#isLegalMissing());

  /** Whether what bots and hints think with is still being prepared. */
  preparing = $derived(
    this.warmup.bots === undefined ? (this.data?.preparing ?? false) : this.warmup.bots < 1,
  );

  /** How far that is, from 0 to 1, the rules included where they have to be prepared first; `null`: nobody knows. */
  preparation = $derived.by((): number | null => {
    const { rules, bots } = this.warmup;
    if (bots === undefined) return null;
    return rules === undefined ? bots : (rules + bots) / 2;
  });

  stop(): void {
    clearTimeout(this.#askTimer);
    this.#connection.close();
  }

  // The moment looked at

  /** Whether the newest position is on the board. */
  live = $derived(this.#wanted === null);

  /** The number of the position on the board. */
  shown = $derived(this.#wanted ?? this.data?.position ?? 0);

  /** The position on the board as the seat in front sees it; while an earlier one is on its way, the newest. */
  position = $derived.by((): Position | null => {
    const source = this.#wanted === null ? this.data : (this.#looks[this.#wanted] ?? this.data);
    if (!source) return null;
    return (this.#isOpen(this.front) ? source.views[this.front] : undefined) ?? source.view;
  });

  /** All events, as the person at the screen may see them. */
  events = $derived(
    (this.data?.log ?? []).map((event) =>
      event.seen_by && !event.seen_by.some((seat) => this.#isOpen(seat)) ? { ...event, text: HIDDEN } : event,
    ),
  );

  /** The events up to the position on the board. */
  log = $derived(this.events.slice(0, this.shown));

  /** Shows an earlier position; `null` or the newest number: the game as it stands. */
  lookAt(number: number | null): void {
    const newest = this.data?.position ?? 0;
    if (number === null || !Number.isInteger(number) || number < 0 || number >= newest) {
      this.#wanted = null;
      return;
    }
    this.#wanted = number;
    this.choices = [];
    this.explain(null);
    this.fetch(number);
  }

  /** Asks for an earlier position, if that is not known yet. */
  fetch(number: number): void {
    if (!this.#looks[number]) void this.#look(number);
  }

  /** An earlier position as a seat saw it; `null` as long as it is not known. */
  positionAt(number: number, seat: number): Position | null {
    const look = this.#looks[number];
    return look ? ((this.#isOpen(seat) ? look.views[seat] : undefined) ?? look.view) : null;
  }

  // One screen, several hands

  /** Your seats that are to act now. */
  acting = $derived(
    Object.keys(this.data?.legal ?? {})
      .map(Number)
      .sort((a, b) => a - b),
  );

  /** Whether several people at this screen hide something from each other. */
  #curtained = $derived(Object.keys(this.data?.views ?? {}).length > 1);

  /** Whether what only this seat may see may be on the screen. */
  #isOpen(seat: number): boolean {
    return !this.#curtained || this.#lifted === seat || this.data?.view.over === true;
  }

  /** Whether the person whose turn it is has yet to say that it is them at the screen. */
  covered = $derived(this.live && this.acting.includes(this.front) && !this.#isOpen(this.front));

  /** The person of the seat in front is at the screen: until their turn is over they see what is theirs. */
  lift(): void {
    this.#lifted = this.front;
  }

  // Acting

  /** The legal actions of the seat in front; none while looking back or when it is not yours to act for. */
  legal = $derived(this.live && !this.covered ? readLegal(this.data?.legal[this.front]) : []);

  /** What may help the seat in front; nothing while looking back. */
  aids = $derived.by((): Aids => (this.live && !this.covered ? this.data?.aids?.[this.front] : null) ?? {});

  /** The seats under the names that this screen shows. */
  seats: Seat[] = $derived(shownSeats(this.data?.seats ?? []));

  bringForward(seat: number): void {
    if (seat === this.front) return;
    this.front = seat;
    this.choices = [];
    this.explain(null);
  }

  /** The decision that is chosen to be next. */
  choice = $derived(this.choices[0] ?? null);

  /**
   * Lays a choice down tentatively, one decision or several that follow each other; `null` takes it back.
   * Several always wait to be confirmed: only the player knows whether they are all.
   */
  choose(choice: string | readonly string[] | null): void {
    const one = typeof choice === 'string';
    this.choices = one ? [choice] : (choice ?? []);
    this.explain(null);
    if (one && this.#options.confirmAtOnce?.()) void this.confirm();
  }

  /** Takes the decisions chosen one after another, each in the position that the one before led to. */
  async confirm(): Promise<void> {
    if (this.choice === null || this.sending || !this.data) return;
    this.sending = true;
    const seat = this.front;
    try {
      for (const action of this.choices) {
        const { position } = this.data;
        const answer = await this.#request({
          type: 'act',
          table: this.id,
          position,
          seat,
          action,
        });
        if (answer.type === 'refused') {
          this.choices = [];
          this.explain(answer);
        }
        if (answer.type === 'error') {
          this.explain({ code: answer.code, message: errorWords(answer.code, answer.message) });
        }
        if (answer.type !== 'update') break;
      }
    } catch {
      // The link state tells; after coming back the table tells whether it counted.
    } finally {
      this.sending = false;
    }
  }

  // What actions are worth

  /** How good the actions of a seat are, one question at a time; `null`: the server does not tell. */
  rate(position: number, seat: number): Promise<Ratings | null> {
    const answer = this.#rated.then(() =>
      this.#connection.request({ type: 'rate', table: this.id, position, seat }),
    );
    this.#rated = answer.catch(() => {});
    return answer.then((message) => (message.type === 'ratings' ? readRatings(message) : null));
  }

  // Reasons

  explain(reason: Reason | null): void {
    this.#supersede();
    this.reason = reason;
  }

  /** Why the seat in front may not do this now; `null` when it may. Asked once a position. */
  why(action: string): Promise<Reason | null> {
    const data = this.data;
    if (!data) return Promise.resolve(null);
    const name = `${this.front} ${action}`;
    let reason = this.#reasons.get(name);
    if (!reason) {
      reason = this.#request({
        type: 'why',
        table: this.id,
        position: data.position,
        seat: this.front,
        action,
      }).then((answer) =>
        answer.type === 'reason' && answer.code !== null
          ? { code: answer.code, message: answer.message ?? '' }
          : null,
      );
      reason.catch(() => this.#reasons.delete(name));
      this.#reasons.set(name, reason);
    }
    return reason;
  }

  /**
   * Shows why not, once the pointer or the cursor rests; `null` clears after a while. Until then the reason shown
   * stays: on its way to the rule that it names the pointer may pass over anything.
   */
  ask(action: string | null): void {
    const asked = this.#supersede();
    this.#askTimer = setTimeout(
      async () => {
        const reason = action === null ? null : await this.why(action).catch(() => null);
        if (asked === this.#asked) this.reason = reason;
      },
      action === null ? LINGER : REST,
    );
  }

  /** Keeps the reason that is shown, as long as nothing else is asked for. */
  hold(): void {
    this.#supersede();
  }

  /** Whatever was to be shown next is not; the number of what comes instead. */
  #supersede(): number {
    clearTimeout(this.#askTimer);
    this.#asked += 1;
    return this.#asked;
  }

  #isLegalMissing(): boolean {
    const { view, legal, seats } = this.data ?? {};
    if (!view || !legal || !seats || view.over || view.to_act === 'chance') return false;
    return view.to_act.some((seat) => seats[seat]?.yours && !legal[seat]);
  }

  async #request(message: ClientMessage): Promise<ServerMessage> {
    // Who asks in an effect must not depend on how many questions are open: it would ask for ever.
    untrack(() => {
      this.#unanswered += 1;
    });
    try {
      return await this.#connection.request(message);
    } finally {
      this.#unanswered -= 1;
    }
  }

  // What comes in

  #join(): void {
    this.#request({ type: 'join', table: this.id, key: this.#key }).catch(() => {});
  }

  async #look(number: number): Promise<void> {
    const answer = await this.#request({ type: 'look', table: this.id, position: number }).catch(() => null);
    if (answer?.type === 'look') this.#looks = { ...this.#looks, [number]: answer };
  }

  #receive(message: ServerMessage): void {
    if (message.type === 'error') {
      if (message.code === 'key' && this.#key !== null) {
        this.#key = null;
        this.#join();
      } else if (!this.data) this.trouble = { code: message.code, message: message.message };
      return;
    }
    if (message.type === 'warmup') this.warmup = { ...this.warmup, [message.stage]: message.progress };
    // After a break: what has happened meanwhile, perhaps by what was confirmed before it.
    if (message.type === 'table')
      this.#renew(message, message.log.slice(this.data?.log.length ?? message.log.length));
    if (message.type !== 'update' || !this.data) return;
    const log = this.data.log;
    const news = message.events.filter((event) => event.number > log.length);
    if (news.length > 0 && news[0]?.number !== log.length + 1) {
      this.#join(); // Something was missed: ask for the whole picture again.
      return;
    }
    const { type: _type, events: _events, id: _id, ...moving } = message;
    this.#renew({ ...this.data, ...moving, log: [...log, ...news] }, news);
  }

  #renew(data: TableMessage, news: LogEvent[]): void {
    const before = this.acting;
    const first = this.data === null;
    this.data = data;
    this.trouble = null;
    if (first || news.length > 0) this.#reasons.clear();
    if (this.#lifted !== null && !this.acting.includes(this.#lifted)) this.#lifted = null;
    const taken = news.filter((event) => event.seat === this.front);
    for (const { text } of taken) this.choices = text === this.choice ? this.choices.slice(1) : [];
    if (first || taken.length > 0 || before.length === 0) this.#bringActingForward();
    // What is on its way to the server gets its answer from there.
    if (!this.sending && !this.legal.some((action: Action) => action.text === this.choice)) {
      this.choices = [];
    }
    if (news.length > 0) {
      this.explain(null);
      this.#options.onEvents?.(news);
    }
  }

  /** After acting, and when one's turn comes, the next of your seats that is to act lies in front. */
  #bringActingForward(): void {
    const acting = this.acting;
    if (acting.length === 0) {
      const mine = this.seats.findIndex((seat) => seat.yours);
      if (mine >= 0 && !this.seats[this.front]?.yours) this.front = mine;
    } else if (!acting.includes(this.front)) {
      this.front = acting.find((seat) => seat > this.front) ?? acting[0] ?? 0;
    }
  }
}
