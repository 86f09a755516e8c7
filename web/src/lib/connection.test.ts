import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeSocket } from '../test/socket';
import { localNow, now } from './clock.svelte';
import {
  ANSWER_WITHIN,
  CONNECT_WITHIN,
  Connection,
  ConnectionLost,
  DOUBT_AFTER,
  type Link,
  PING_EVERY,
  pauseBefore,
} from './connection';
import type { ServerMessage } from './protocol';

const why = { type: 'why', table: 't', position: 0, seat: 0, action: 'x' } as const;

describe('the pauses between tries', () => {
  it('grow up to a quarter of a minute', () => {
    const pauses = Array.from({ length: 8 }, (_, attempt) => pauseBefore(attempt, 0.5));
    expect(pauses).toEqual([500, 1000, 2000, 4000, 8000, 15000, 15000, 15000]);
  });

  it('are spread by a quarter', () => {
    expect(pauseBefore(1, 0)).toBe(750);
    expect(pauseBefore(1, 1)).toBe(1250);
  });
});

describe('a connection', () => {
  let links: Link[];
  let messages: ServerMessage[];
  let connection: Connection;

  beforeEach(() => {
    vi.useFakeTimers();
    vi.spyOn(Math, 'random').mockReturnValue(0.5);
    FakeSocket.all = [];
    links = [];
    messages = [];
    connection = new Connection(() => new FakeSocket(), {
      link: (link) => links.push(link),
      message: (message) => messages.push(message),
    });
    connection.connect();
  });

  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  it('tells its state', () => {
    expect(links).toEqual([{ state: 'connecting' }]);
    FakeSocket.last.open();
    expect(links.at(-1)).toEqual({ state: 'open' });
  });

  it('matches answers to requests by id', async () => {
    FakeSocket.last.open();
    const [first, second] = [connection.request(why), connection.request(why)];
    const [one, two] = FakeSocket.last.sent.map(({ id }) => id);
    expect(one).not.toBe(two);
    FakeSocket.last.tell({ type: 'reason', id: two, table: 't', code: 'B', message: '' });
    FakeSocket.last.tell({ type: 'reason', id: one, table: 't', code: 'A', message: '' });
    expect(await first).toMatchObject({ code: 'A' });
    expect(await second).toMatchObject({ code: 'B' });
    expect(messages).toHaveLength(2);
  });

  it('comes back by itself, with growing pauses', () => {
    FakeSocket.last.close();
    expect(links.at(-1)).toMatchObject({ state: 'lost', retryAt: Date.now() + 500 });
    vi.advanceTimersByTime(499);
    expect(FakeSocket.all).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(FakeSocket.all).toHaveLength(2);
    FakeSocket.last.close();
    vi.advanceTimersByTime(999);
    expect(FakeSocket.all).toHaveLength(2);
    vi.advanceTimersByTime(1);
    expect(FakeSocket.all).toHaveLength(3);
  });

  it('starts with short pauses again once it was open', () => {
    FakeSocket.last.close();
    vi.advanceTimersByTime(500);
    FakeSocket.last.open();
    FakeSocket.last.close();
    expect(links.at(-1)).toMatchObject({ retryAt: Date.now() + 500 });
  });

  it('can be hurried', () => {
    FakeSocket.last.close();
    connection.connect();
    expect(FakeSocket.all).toHaveLength(2);
    FakeSocket.last.open();
    vi.advanceTimersByTime(20000);
    expect(FakeSocket.all).toHaveLength(2);
  });

  it('gives up what was asked when it breaks, and asks nothing while it is away', async () => {
    FakeSocket.last.open();
    const asked = connection.request(why);
    FakeSocket.last.close();
    await expect(asked).rejects.toBeInstanceOf(ConnectionLost);
    await expect(connection.request(why)).rejects.toBeInstanceOf(ConnectionLost);
  });

  it('stays away when it is closed on purpose', () => {
    FakeSocket.last.open();
    connection.close();
    expect(FakeSocket.last.closed).toBe(true);
    vi.advanceTimersByTime(60000);
    expect(FakeSocket.all).toHaveLength(1);
  });
  describe('that is dead, although nobody has closed it,', () => {
    beforeEach(() => FakeSocket.last.open());
    const die = () => {
      FakeSocket.last.deaf = true;
    };

    it('is noticed five seconds after a request, and replaced', async () => {
      die();
      const asked = connection.request(why);
      const broken = expect(asked).rejects.toBeInstanceOf(ConnectionLost);
      expect(DOUBT_AFTER + ANSWER_WITHIN).toBe(5000);
      vi.advanceTimersByTime(4999);
      expect(links.at(-1)).toEqual({ state: 'open' });
      vi.advanceTimersByTime(1);
      await broken;
      expect(links.at(-1)).toMatchObject({ state: 'lost' });
      expect(FakeSocket.last.closed).toBe(true);
      vi.advanceTimersByTime(500);
      FakeSocket.last.open();
      expect(links.at(-1)).toEqual({ state: 'open' });
    });

    it('is noticed while nobody asks for anything', () => {
      die();
      vi.advanceTimersByTime(PING_EVERY + ANSWER_WITHIN);
      expect(links.at(-1)).toMatchObject({ state: 'lost' });
    });

    it('is noticed at once when there is a reason to check', () => {
      die();
      connection.check();
      connection.check();
      expect(FakeSocket.last.pings).toBe(2); // one when it opened
      vi.advanceTimersByTime(ANSWER_WITHIN);
      expect(links.at(-1)).toMatchObject({ state: 'lost' });
    });

    it('has no more to say', () => {
      die();
      const [socket] = FakeSocket.all;
      vi.advanceTimersByTime(PING_EVERY + ANSWER_WITHIN);
      expect([socket?.onmessage, socket?.onclose]).toEqual([null, null]);
    });
  });

  it('that never opens is given up', () => {
    vi.advanceTimersByTime(CONNECT_WITHIN);
    expect(links.at(-1)).toMatchObject({ state: 'lost' });
    expect(FakeSocket.last.closed).toBe(true);
    vi.advanceTimersByTime(500);
    expect(FakeSocket.all).toHaveLength(2);
  });

  it('waits for a slow answer as long as the server answers pings', async () => {
    FakeSocket.last.open();
    const asked = connection.request(why);
    vi.advanceTimersByTime(60_000);
    expect(links.at(-1)).toEqual({ state: 'open' });
    const { id } = FakeSocket.last.request('why');
    FakeSocket.last.tell({ type: 'reason', id, table: 't', code: 'A', message: '' });
    expect(await asked).toMatchObject({ code: 'A' });
  });

  it('lives as long as anything comes', () => {
    FakeSocket.last.open();
    FakeSocket.last.deaf = true;
    connection.check();
    for (let i = 0; i < 10; i++) {
      vi.advanceTimersByTime(ANSWER_WITHIN - 1);
      FakeSocket.last.tell({ type: 'warmup', game: 'x', stage: 'rules', progress: i / 10 });
    }
    expect(links.at(-1)).toEqual({ state: 'open' });
  });

  it('asks a server that knows no pings no more', () => {
    FakeSocket.last.deaf = true;
    FakeSocket.last.open();
    FakeSocket.last.tell({ type: 'error', id: 1, code: 'request', message: 'no' });
    expect(messages).toEqual([]);
    vi.advanceTimersByTime(60_000);
    expect(FakeSocket.last.pings).toBe(1);
    expect(links.at(-1)).toEqual({ state: 'open' });
  });

  it('looks for the server at once when there is a reason to, instead of pausing', () => {
    FakeSocket.last.close();
    connection.check();
    expect(FakeSocket.all).toHaveLength(2);
  });

  it("takes the server's time", () => {
    FakeSocket.last.deaf = true;
    FakeSocket.last.open();
    FakeSocket.last.tell({ type: 'pong', id: 1, time: Date.now() / 1000 - 7200 });
    expect(now()).toBeCloseTo(Date.now() / 1000 - 7200);
    expect(localNow()).toBeCloseTo(Date.now() / 1000);
  });
});
