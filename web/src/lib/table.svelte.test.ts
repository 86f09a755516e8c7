import { flushSync } from 'svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeSocket } from '../test/socket';
import type { LogEvent, Position, ServerMessage, TableMessage, UpdateMessage } from './protocol';
import { Table } from './table.svelte';

const person = (name: string) => ({ kind: 'person' as const, name, bot: null, yours: true });
const view = (name: string) => ({ game: 'nmbr9', over: false, to_act: [0], name }) as unknown as Position;
const legal = (...texts: string[]) => ({ parts: [], actions: texts.map((text) => [text]) });
const event = (number: number, seat: number | null, text: string): LogEvent => ({
  number,
  seat,
  text,
  time: 0,
});

function picture(parts: Partial<TableMessage> = {}): TableMessage {
  return {
    type: 'table',
    table: 't',
    game: 'nmbr9',
    options: {},
    players: 2,
    seats: [person('Ann'), person('Ben')],
    position: 1,
    view: view('first'),
    views: {},
    legal: { 0: legal('a', 'b'), 1: legal('a') },
    waiting_since: 0,
    thinking: [],
    seed: null,
    log: [event(1, null, '*7')],
    ...parts,
  };
}

function update(parts: Partial<UpdateMessage>): UpdateMessage {
  const { type: _type, log: _log, ...rest } = picture();
  return {
    ...rest,
    type: 'update',
    position: 2,
    events: [event(2, 0, 'a')],
    legal: { 1: legal('a') },
    ...parts,
  };
}

describe('a table', () => {
  let table: Table;
  let atOnce: boolean;
  let heard: LogEvent[][];

  beforeEach(() => {
    vi.useFakeTimers();
    FakeSocket.all = [];
    atOnce = false;
    heard = [];
    table = new Table('t', 'secret', () => new FakeSocket(), {
      confirmAtOnce: () => atOnce,
      onEvents: (events) => heard.push(events),
    });
    table.start();
    FakeSocket.last.open();
  });

  afterEach(() => {
    table.stop();
    vi.useRealTimers();
  });

  const settle = () => vi.advanceTimersByTimeAsync(0);

  it('joins with its key', () => {
    expect(FakeSocket.last.request('join')).toMatchObject({ table: 't', key: 'secret' });
  });

  it('joins again after a break, and has what came meanwhile', () => {
    FakeSocket.last.tell(picture());
    FakeSocket.last.close();
    expect(table.link.state).toBe('lost');
    expect(table.data).not.toBeNull();
    vi.advanceTimersByTime(1000);
    FakeSocket.last.open();
    expect(FakeSocket.last.request('join').key).toBe('secret');
    FakeSocket.last.tell(picture({ position: 2, log: [event(1, null, '*7'), event(2, 0, 'a')] }));
    expect(table.shown).toBe(2);
    expect(table.log).toHaveLength(2);
  });

  describe('when the link breaks before an answer has come', () => {
    const confirmAndBreak = async () => {
      FakeSocket.last.tell(picture());
      table.choose('b');
      const confirmed = table.confirm();
      FakeSocket.last.close();
      await confirmed;
      vi.advanceTimersByTime(1000);
      FakeSocket.last.open();
    };

    it('a move that did not count is still chosen, and confirmed again', async () => {
      await confirmAndBreak();
      FakeSocket.last.tell(picture());
      expect([table.choice, table.sending]).toEqual(['b', false]);
      void table.confirm();
      expect(FakeSocket.last.request('act')).toMatchObject({ position: 1, action: 'b' });
    });

    it('one that did is not chosen once more, though it might be legal again', async () => {
      await confirmAndBreak();
      const log = [event(1, null, '*7'), event(2, 0, 'b')];
      FakeSocket.last.tell(picture({ position: 2, log, legal: { 0: legal('b') } }));
      expect(table.choice).toBeNull();
      expect(heard).toEqual([[event(2, 0, 'b')]]);
    });
  });

  it('hears how far the preparations are', () => {
    FakeSocket.last.tell({ type: 'warmup', game: 'nmbr9', stage: 'rules', progress: 0.4 });
    expect(table.warmup).toEqual({ rules: 0.4 });
    FakeSocket.last.tell(picture({ preparing: true }));
    expect([table.preparing, table.preparation]).toEqual([true, null]);
    FakeSocket.last.tell({ type: 'warmup', game: 'nmbr9', stage: 'bots', progress: 0.9 });
    expect([table.warmup, table.preparing]).toEqual([{ rules: 0.4, bots: 0.9 }, true]);
    expect(table.preparation).toBeCloseTo(0.65); // the rules come first
    FakeSocket.last.tell({ type: 'warmup', game: 'nmbr9', stage: 'bots', progress: 1 });
    expect(table.preparing).toBe(false);
  });

  it('watches when its key is not taken', () => {
    FakeSocket.last.tell({ type: 'error', code: 'key', message: 'no' });
    expect(FakeSocket.last.request('join').key).toBeNull();
  });

  it('tells what is wrong when there is no such table', () => {
    FakeSocket.last.tell({ type: 'error', code: 'table', message: "There is no table 't'." });
    expect(table.trouble).toEqual({ code: 'table', message: "There is no table 't'." });
  });

  it('follows updates', () => {
    FakeSocket.last.tell(picture());
    FakeSocket.last.tell(update({}));
    expect(table.shown).toBe(2);
    expect(table.log.map(({ text }) => text)).toEqual(['*7', 'a']);
    expect(heard).toEqual([[event(2, 0, 'a')]]);
  });

  it('asks for everything again when it missed something', () => {
    FakeSocket.last.tell(picture());
    const before = FakeSocket.last.sent.length;
    FakeSocket.last.tell(update({ position: 5, events: [event(5, 0, 'a')] }));
    expect(FakeSocket.last.sent.slice(before).map(({ type }) => type)).toEqual(['join']);
    expect(table.shown).toBe(1);
  });

  it('sees what the seat in front sees', () => {
    FakeSocket.last.tell(picture({ views: { 1: view('hand of Ben') } }));
    expect(table.position).toMatchObject({ name: 'first' });
    table.bringForward(1);
    expect(table.position).toMatchObject({ name: 'hand of Ben' });
  });

  it('has the aids of the seat in front, and none in the past', () => {
    FakeSocket.last.tell(picture({ position: 1, aids: { 0: { solvable: false }, 1: {} } }));
    expect(table.aids).toEqual({ solvable: false });
    table.bringForward(1);
    expect(table.aids).toEqual({});
    FakeSocket.last.tell(update({ aids: { 1: { solvable: true } } }));
    expect(table.aids).toEqual({ solvable: true });
    table.lookAt(1);
    expect(table.aids).toEqual({});
  });

  describe('acting', () => {
    beforeEach(() => FakeSocket.last.tell(picture()));

    it('takes a choice, a change of mind and a confirmation', async () => {
      table.choose('a');
      table.choose(null);
      table.choose('b');
      expect(FakeSocket.last.sent.some(({ type }) => type === 'act')).toBe(false);
      const confirmed = table.confirm();
      const act = FakeSocket.last.request('act');
      expect(act).toMatchObject({ table: 't', position: 1, seat: 0, action: 'b' });
      expect(table.sending).toBe(true);
      FakeSocket.last.tell(update({ id: act.id, events: [event(2, 0, 'b')] }));
      await confirmed;
      expect(table.choice).toBeNull();
      expect(table.sending).toBe(false);
    });

    it('says so when it could not be stored, and keeps the choice', async () => {
      table.choose('b');
      const confirmed = table.confirm();
      const { id } = FakeSocket.last.request('act');
      FakeSocket.last.tell({ type: 'error', id, code: 'busy', message: 'not now' });
      await confirmed;
      expect(table.reason?.message).toContain('could not be stored');
      expect([table.choice, table.sending]).toEqual(['b', false]);
    });

    it('confirms at once when that is set', () => {
      atOnce = true;
      table.choose('b');
      expect(FakeSocket.last.request('act')).toMatchObject({ action: 'b' });
    });

    it('shows why it was refused', async () => {
      table.choose('b');
      const confirmed = table.confirm();
      const { id } = FakeSocket.last.request('act');
      FakeSocket.last.tell({
        type: 'refused',
        id,
        table: 't',
        position: 1,
        code: 'STALE',
        message: 'Too late.',
      });
      await confirmed;
      expect(table.reason).toMatchObject({ code: 'STALE', message: 'Too late.' });
      expect(table.choice).toBeNull();
    });

    describe('with several decisions', () => {
      const PLAY = ['a', 'c', 'end'];
      const acts = () => FakeSocket.last.sent.filter(({ type }) => type === 'act');
      const took = (number: number, text: string, next: string) => {
        const { id } = FakeSocket.last.request('act');
        const events = [event(number, 0, text)];
        FakeSocket.last.tell(update({ id, position: number, events, legal: { 0: legal(next) } }));
        return settle();
      };

      it('takes them one after another, each where the one before led', async () => {
        table.choose(PLAY);
        expect([table.choice, table.choices]).toEqual(['a', PLAY]);
        const confirmed = table.confirm();
        expect(acts()).toHaveLength(1);
        await took(2, 'a', 'c');
        expect(table.choices).toEqual(['c', 'end']);
        expect(table.sending).toBe(true);
        await took(3, 'c', 'end');
        await took(4, 'end', 'b');
        await confirmed;
        expect(acts()).toMatchObject([
          { position: 1, action: 'a' },
          { position: 2, action: 'c' },
          { position: 3, action: 'end' },
        ]);
        expect([table.choice, table.sending, table.reason]).toEqual([null, false, null]);
      });

      it('stops at the first that is refused, and says why', async () => {
        table.choose(PLAY);
        const confirmed = table.confirm();
        await took(2, 'a', 'end');
        const { id } = FakeSocket.last.request('act');
        const refusal = { code: 'SUMOKU-P4', message: 'Red would stand twice.' };
        FakeSocket.last.tell({ type: 'refused', id, table: 't', position: 2, ...refusal });
        await confirmed;
        expect(acts()).toHaveLength(2);
        expect(table.reason).toMatchObject(refusal);
        expect([table.choices, table.sending]).toEqual([[], false]);
      });

      it('goes on with what was confirmed while another seat is looked at', async () => {
        table.choose(PLAY);
        const confirmed = table.confirm();
        table.bringForward(1);
        await took(2, 'a', 'c');
        await took(3, 'c', 'end');
        await took(4, 'end', 'b');
        await confirmed;
        expect(acts().map(({ seat, action }) => [seat, action])).toEqual(PLAY.map((text) => [0, text]));
      });

      it('stops when the link is lost', async () => {
        table.choose(PLAY);
        const confirmed = table.confirm();
        await took(2, 'a', 'c');
        FakeSocket.last.close();
        await confirmed;
        expect([table.choices, table.sending]).toEqual([['c', 'end'], false]);
      });

      it('waits for a confirmation even when choices count at once', () => {
        atOnce = true;
        table.choose(PLAY);
        expect(acts()).toEqual([]);
      });
    });

    it('keeps a choice while another seat acts, and drops one that is legal no more', () => {
      table.choose('b');
      FakeSocket.last.tell(update({ events: [event(2, 1, 'a')], legal: { 0: legal('a', 'b') } }));
      expect(table.choice).toBe('b');
      FakeSocket.last.tell(update({ position: 3, events: [event(3, 1, 'a')], legal: { 0: legal('a') } }));
      expect(table.choice).toBeNull();
    });

    it('brings the next of your seats forward once one has acted, with nothing chosen', () => {
      expect(table.front).toBe(0);
      table.choose('a');
      FakeSocket.last.tell(update({}));
      expect(table.front).toBe(1);
      expect(table.choice).toBeNull();
    });

    it('leaves a seat in front that was brought there to look at', () => {
      table.bringForward(1);
      FakeSocket.last.tell(
        update({ legal: { 0: legal('a'), 1: legal('a') }, events: [event(2, null, '*3')] }),
      );
      expect(table.front).toBe(1);
    });
  });

  describe('with hands that people at one screen hide from each other', () => {
    const views = { 0: view('hand of Ann'), 1: view('hand of Ben') };
    const draws = [
      { ...event(1, null, '*7'), seen_by: [0] },
      { ...event(2, null, '*8'), seen_by: [1] },
      event(3, null, '*9'),
    ];
    beforeEach(() =>
      FakeSocket.last.tell(picture({ views, legal: { 0: legal('a') }, position: 3, log: draws })),
    );

    const texts = () => table.log.map(({ text }) => text);

    it('a curtain hangs until the person whose turn it is lifts it', () => {
      expect([table.covered, table.legal]).toEqual([true, []]);
      expect(table.position).toMatchObject({ name: 'first' });
      expect(texts()).toEqual(['*?', '*?', '*9']);
      table.lift();
      expect(table.covered).toBe(false);
      expect(table.position).toMatchObject({ name: 'hand of Ann' });
      expect(table.legal.map(({ text }) => text)).toEqual(['a']);
      expect(texts()).toEqual(['*7', '*?', '*9']);
    });

    it('it hangs again when the turn is over, for the next', () => {
      table.lift();
      FakeSocket.last.tell(
        update({ views, position: 4, events: [event(4, 0, 'a')], legal: { 1: legal('b') } }),
      );
      expect([table.front, table.covered]).toEqual([1, true]);
      expect(table.position).toMatchObject({ name: 'first' });
      table.lift();
      expect(table.position).toMatchObject({ name: 'hand of Ben' });
    });

    it('it does not hang between two actions of one turn', () => {
      table.lift();
      FakeSocket.last.tell(
        update({ views, position: 4, events: [event(4, 0, 'a')], legal: { 0: legal('b') } }),
      );
      expect(table.covered).toBe(false);
    });

    it("another's hand is not shown when their seat is looked at", () => {
      table.lift();
      table.bringForward(1);
      expect(table.covered).toBe(false);
      expect(table.position).toMatchObject({ name: 'first' });
    });

    it('what is theirs is hidden while a computer has its turn', () => {
      table.lift();
      FakeSocket.last.tell(update({ views, position: 4, events: [event(4, 0, 'a')], legal: {} }));
      expect(table.covered).toBe(false);
      expect(table.position).toMatchObject({ name: 'first' });
    });

    it('there is none for one person alone', () => {
      FakeSocket.last.tell(picture({ views: { 0: view('hand of Ann') } }));
      expect(table.covered).toBe(false);
      expect(table.position).toMatchObject({ name: 'hand of Ann' });
    });
  });

  describe('reasons', () => {
    beforeEach(() => FakeSocket.last.tell(picture()));

    const answer = (code: string | null) => {
      const { id } = FakeSocket.last.request('why');
      FakeSocket.last.tell({ type: 'reason', id, table: 't', code, message: code && 'Not there.' });
    };
    const asked = () => FakeSocket.last.sent.filter(({ type }) => type === 'why').length;

    it('are asked for once the pointer rests, and once a position', async () => {
      table.ask('x');
      table.ask('y');
      expect(asked()).toBe(0);
      await vi.advanceTimersByTimeAsync(500);
      expect(FakeSocket.last.request('why')).toMatchObject({ action: 'y', position: 1, seat: 0 });
      answer('NMBR9-P3');
      await settle();
      expect(table.reason).toEqual({ code: 'NMBR9-P3', message: 'Not there.' });
      table.explain(null);
      expect(table.reason).toBeNull();
      table.ask('y');
      await vi.advanceTimersByTimeAsync(500);
      expect(table.reason?.code).toBe('NMBR9-P3');
      expect(asked()).toBe(1);
      FakeSocket.last.tell(update({ legal: { 0: legal('a') } }));
      table.ask('y');
      await vi.advanceTimersByTimeAsync(500);
      expect(asked()).toBe(2);
    });

    it('that come too late are not shown', async () => {
      table.ask('x');
      await vi.advanceTimersByTimeAsync(500);
      table.ask(null);
      answer('NMBR9-P3');
      await settle();
      expect(table.reason).toBeNull();
    });

    it('give way only to one that has rested, or to nothing after a while', async () => {
      const refusal = { code: 'NMBR9-P3', message: 'Not there.' };
      table.explain(refusal);
      for (const passed of ['x', null, 'y', null]) {
        table.ask(passed);
        await vi.advanceTimersByTimeAsync(100);
      }
      table.hold();
      await vi.advanceTimersByTimeAsync(10_000);
      expect([table.reason, asked()]).toEqual([refusal, 0]);
      table.ask(null);
      await vi.advanceTimersByTimeAsync(5000);
      expect(table.reason).toBeNull();
    });

    it('are those of what was pointed at last, whatever is answered first', async () => {
      table.ask('x');
      await vi.advanceTimersByTimeAsync(500);
      const first = FakeSocket.last.request('why').id;
      table.ask('y');
      await vi.advanceTimersByTimeAsync(500);
      answer('NMBR9-P3');
      FakeSocket.last.tell({ type: 'reason', id: first, table: 't', code: 'NMBR9-P1', message: 'Late.' });
      await settle();
      expect(table.reason?.code).toBe('NMBR9-P3');
    });

    it('are none for what is legal', async () => {
      const reason = table.why('a');
      answer(null);
      expect(await reason).toBeNull();
    });
  });

  describe('looking back', () => {
    beforeEach(() =>
      FakeSocket.last.tell(picture({ position: 3, log: [1, 2, 3].map((n) => event(n, 0, `${n}`)) })),
    );

    it('asks once, also when an effect of the page asks', async () => {
      const stop = $effect.root(() => {
        $effect(() => table.lookAt(2));
      });
      for (let round = 0; round < 5; round++) {
        flushSync();
        await settle();
      }
      expect(FakeSocket.last.sent.filter(({ type }) => type === 'look')).toHaveLength(1);
      stop();
    });

    it('shows an earlier position and nothing to do there', async () => {
      table.choose('a');
      table.lookAt(2);
      const look = FakeSocket.last.request('look');
      expect(look).toMatchObject({ position: 2 });
      FakeSocket.last.tell({
        type: 'look',
        id: look.id,
        table: 't',
        position: 2,
        view: view('second'),
        views: {},
      });
      await settle();
      expect(table.position).toMatchObject({ name: 'second' });
      expect([table.live, table.shown, table.log.length]).toEqual([false, 2, 2]);
      expect([table.legal, table.choice]).toEqual([[], null]);
    });

    it('asks for each position once', async () => {
      table.lookAt(2);
      const look = FakeSocket.last.request('look');
      FakeSocket.last.tell({
        type: 'look',
        id: look.id,
        table: 't',
        position: 2,
        view: view('second'),
        views: {},
      });
      await settle();
      table.lookAt(null);
      table.lookAt(2);
      expect(FakeSocket.last.sent.filter(({ type }) => type === 'look')).toHaveLength(1);
    });

    it.each([null, 3, 99, -1, 1.5, Number.NaN])('at %s is the game as it stands', (number) => {
      table.lookAt(number);
      expect([table.live, table.shown]).toEqual([true, 3]);
    });
  });

  const ratings = (position: number): ServerMessage => ({
    type: 'ratings',
    id: FakeSocket.last.request('rate').id,
    table: 't',
    position,
    seat: 0,
    parts: ['x'],
    value: 0.6,
    actions: [{ action: ['a', 3], value: 0.6, weight: 0.9 }],
    played: null,
  });

  it('asks what actions are worth, one question at a time', async () => {
    FakeSocket.last.tell(picture());
    const count = () => FakeSocket.last.sent.filter(({ type }) => type === 'rate').length;
    const [one, two] = [table.rate(1, 0), table.rate(2, 0)];
    await settle();
    expect(count()).toBe(1);
    FakeSocket.last.tell(ratings(1));
    expect(await one).toEqual({
      position: 1,
      seat: 0,
      actions: [{ action: { text: 'a', part: { x: 3 } }, value: 0.6, weight: 0.9 }],
      played: null,
    });
    await settle();
    expect(count()).toBe(2);
    FakeSocket.last.tell({ ...ratings(2), type: 'error', code: 'position', message: 'no' } as ServerMessage);
    expect(await two).toBeNull();
  });

  it('asks again after a break', async () => {
    FakeSocket.last.tell(picture());
    const lost = table.rate(1, 0);
    await settle();
    FakeSocket.last.close();
    await expect(lost).rejects.toThrow();
    vi.advanceTimersByTime(1000);
    FakeSocket.last.open();
    const asked = table.rate(1, 0);
    await settle();
    FakeSocket.last.tell(ratings(1));
    expect((await asked)?.position).toBe(1);
  });

  it('shows what every seat saw once the game is over', () => {
    const over = { ...view('end'), over: true } as Position;
    const hands = { 0: view('hand of Ann'), 1: view('hand of Ben') };
    FakeSocket.last.tell(picture({ view: over, views: hands, legal: {} }));
    table.lookAt(0);
    expect(table.positionAt(0, 1)).toBeNull();
    const { id } = FakeSocket.last.request('look');
    return Promise.resolve()
      .then(() =>
        FakeSocket.last.tell({
          type: 'look',
          id,
          table: 't',
          position: 0,
          view: view('start'),
          views: hands,
        }),
      )
      .then(settle)
      .then(() => expect(table.positionAt(0, 1)).toMatchObject({ name: 'hand of Ben' }));
  });
});
