import type { ClientMessage, ServerMessage } from './protocol';

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

interface Pending {
  resolve(message: ServerMessage): void;
  reject(error: Error): void;
}

export interface ConnectionEvents {
  link(link: Link): void;
  message(message: ServerMessage): void;
}

/** One socket to the server that comes back by itself; answers are matched to requests by id. */
export class Connection {
  #socket: SocketLike | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #attempt = 0;
  #nextId = 1;
  #open = false;
  readonly #pending = new Map<number, Pending>();
  readonly #makeSocket: () => SocketLike;
  readonly #events: ConnectionEvents;

  constructor(makeSocket: () => SocketLike, events: ConnectionEvents) {
    this.#makeSocket = makeSocket;
    this.#events = events;
  }

  /** Connects; also cuts a pause short when the browser says that the network is back. */
  connect(): void {
    if (this.#socket) return;
    clearTimeout(this.#timer);
    this.#events.link({ state: 'connecting' });
    const socket = this.#makeSocket();
    this.#socket = socket;
    socket.onopen = () => {
      this.#open = true;
      this.#attempt = 0;
      this.#events.link({ state: 'open' });
    };
    socket.onmessage = (event) => this.#receive(JSON.parse(event.data) as ServerMessage);
    socket.onclose = () => this.#lost();
  }

  request(message: ClientMessage): Promise<ServerMessage> {
    if (!this.#open || !this.#socket) return Promise.reject(new ConnectionLost());
    const id = this.#nextId++;
    const answer = new Promise<ServerMessage>((resolve, reject) => {
      this.#pending.set(id, { resolve, reject });
    });
    this.#socket.send(JSON.stringify({ ...message, id }));
    return answer;
  }

  close(): void {
    clearTimeout(this.#timer);
    const socket = this.#socket;
    this.#forget();
    if (socket) {
      socket.onclose = null;
      socket.close();
    }
  }

  #receive(message: ServerMessage): void {
    // The listener hears first, so that whoever awaits the answer sees its effect.
    this.#events.message(message);
    if (message.id == null) return;
    this.#pending.get(message.id)?.resolve(message);
    this.#pending.delete(message.id);
  }

  #lost(): void {
    this.#forget();
    const pause = pauseBefore(this.#attempt++);
    this.#events.link({ state: 'lost', retryAt: Date.now() + pause });
    this.#timer = setTimeout(() => this.connect(), pause);
  }

  #forget(): void {
    this.#socket = null;
    this.#open = false;
    for (const pending of this.#pending.values()) pending.reject(new ConnectionLost());
    this.#pending.clear();
  }
}

export function openSocket(): SocketLike {
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
  return new WebSocket(`${scheme}://${location.host}/api/ws`) as unknown as SocketLike;
}
