import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeSocket } from '../test/socket';
import { Connection, ConnectionLost, type Link, pauseBefore } from './connection';
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
});
