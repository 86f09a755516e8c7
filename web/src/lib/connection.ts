import { setServerTime } from './clock.svelte';
import type { ClientMessage, ServerMessage } from './protocol';
import { address } from './root';

/** The part of WebSocket that a connection needs; tests put a fake in its place. */
export interface SocketLike {
  send(text: string): void;
  close(): void;
  onopen: (() => void) | null;
  onclose: (() => void) | null;
  onmessage: ((event: { data: string }) => void) | null;
}

export type Link = { state: 'connecting' } | { state: 'open' } | { state: 'lost'; retryAt: number };

export class ConnectionLost extends Error {
  constructor() {
    super('The connection was lost before the answer came.');
  }
}

const PAUSES = [500, 1000, 2000, 4000, 8000, 15000];

/** How long to wait before try number `attempt` (from 0), in ms; spread so that clients do not come back as one. */
export function pauseBefore(attempt: number, spread = Math.random()): number {
  const pause = PAUSES[Math.min(attempt, PAUSES.length - 1)] ?? 0;
  return Math.round(pause * (0.75 + spread / 2));
}

/** How long connecting may take, in ms. */
export const CONNECT_WITHIN = 5000;
/** After this long without an answer the server is asked whether it is still there, in ms. */
export const DOUBT_AFTER = 2000;
/** How long the answer to that may take, in ms: then the connection is dead, even if nobody has closed it. */
export const ANSWER_WITHIN = 3000;
/** How often it is asked while nothing else is, in ms. */
export const PING_EVERY = 15000;

interface Pending {
  resolve(message: ServerMessage): void;
  reject(error: Error): void;
}

export interface ConnectionEvents {
  link(link: Link): void;
  message(message: ServerMessage): void;
}

/**
 * One socket to the server that comes back by itself; answers are matched to requests by id. One that is dead, although
 * nobody has closed it, is noticed: the server has to answer pings.
 */
export class Connection {
  #socket: SocketLike | null = null;
  /** The next try, or the end of a try that takes too long. */
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** The next ping, or the end of waiting for its answer. */
  #pulse: ReturnType<typeof setTimeout> | undefined;
  #attempt = 0;
  #nextId = 1;
  #open = false;
  #ping: number | null = null;
  /** Whether the server knows pings, as far as it has not said otherwise. */
  #pings = true;
  readonly #pending = new Map<number, Pending>();
  readonly #makeSocket: () => SocketLike;
  readonly #events: ConnectionEvents;

  constructor(makeSocket: () => SocketLike, events: ConnectionEvents) {
    this.#makeSocket = makeSocket;
    this.#events = events;
  }

  /** Connects; also cuts a pause short. */
  connect(): void {
    if (this.#socket) return;
    clearTimeout(this.#timer);
    this.#events.link({ state: 'connecting' });
    const socket = this.#makeSocket();
    this.#socket = socket;
    this.#timer = setTimeout(() => this.#lose(), CONNECT_WITHIN);
    socket.onopen = () => {
      clearTimeout(this.#timer);
      this.#open = true;
      this.#attempt = 0;
      this.#sendPing();
      this.#events.link({ state: 'open' });
    };
    socket.onmessage = (event) => this.#receive(JSON.parse(event.data) as ServerMessage);
    socket.onclose = () => this.#lose();
  }

  /** Finds out whether the connection still holds, as when the browser says that the network is back. */
  check(): void {
    if (!this.#socket) this.connect();
    else if (this.#open && this.#ping === null) this.#sendPing();
  }

  request(message: ClientMessage): Promise<ServerMessage> {
    if (!this.#open || !this.#socket) return Promise.reject(new ConnectionLost());
    const id = this.#nextId++;
    const answer = new Promise<ServerMessage>((resolve, reject) => {
      this.#pending.set(id, { resolve, reject });
    });
    this.#socket.send(JSON.stringify({ ...message, id }));
    if (this.#ping === null) this.#pingIn(DOUBT_AFTER);
    return answer;
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#forget();
  }

  #receive(message: ServerMessage): void {
    const answersPing = message.id != null && message.id === this.#ping;
    if (answersPing) {
      this.#ping = null;
      if (message.type === 'pong') setServerTime(message.time);
      else this.#pings = false;
    } else {
      // The listener hears first, so that whoever awaits the answer sees its effect.
      this.#events.message(message);
      if (message.id != null) {
        this.#pending.get(message.id)?.resolve(message);
        this.#pending.delete(message.id);
      }
    }
    if (!this.#open) return;
    if (this.#ping !== null)
      this.#loseIn(ANSWER_WITHIN); // whatever comes is a sign of life
    else this.#pingIn(this.#pending.size > 0 ? DOUBT_AFTER : PING_EVERY);
  }

  #pingIn(pause: number): void {
    clearTimeout(this.#pulse);
    this.#pulse = setTimeout(() => this.#sendPing(), pause);
  }

  #loseIn(pause: number): void {
    clearTimeout(this.#pulse);
    this.#pulse = setTimeout(() => this.#lose(), pause);
  }

  #sendPing(): void {
    if (!this.#pings) return;
    this.#ping = this.#nextId++;
    this.#loseIn(ANSWER_WITHIN);
    this.#socket?.send(JSON.stringify({ type: 'ping', id: this.#ping }));
  }

  #lose(): void {
    this.#forget();
    clearTimeout(this.#timer);
    const pause = pauseBefore(this.#attempt++);
    this.#events.link({ state: 'lost', retryAt: Date.now() + pause });
    this.#timer = setTimeout(() => this.connect(), pause);
  }

  #forget(): void {
    const socket = this.#socket;
    if (socket) {
      // Closing a dead one takes long, and what it still has to tell is of no use.
      socket.onopen = socket.onmessage = socket.onclose = null;
      socket.close();
    }
    clearTimeout(this.#pulse);
    this.#socket = null;
    this.#open = false;
    this.#ping = null;
    for (const pending of this.#pending.values()) pending.reject(new ConnectionLost());
    this.#pending.clear();
  }
}

export function openSocket(): SocketLike {
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
  return new WebSocket(`${scheme}://${location.host}${address('/api/ws')}`) as unknown as SocketLike;
}
