import type { SocketLike } from '../lib/connection';
import type { ServerMessage } from '../lib/protocol';

/** A socket whose other end is the test. */
export class FakeSocket implements SocketLike {
  static all: FakeSocket[] = [];
  static get last(): FakeSocket {
    const socket = FakeSocket.all.at(-1);
    if (!socket) throw new Error('No socket was opened.');
    return socket;
  }

  onopen: (() => void) | null = null;
  onclose: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  /** What was sent but pings, which are answered at once unless the other end is `deaf`. */
  sent: ({ type: string; id: number } & Record<string, unknown>)[] = [];
  pings = 0;
  deaf = false;
  closed = false;

  constructor() {
    FakeSocket.all.push(this);
  }

  send(text: string): void {
    const message = JSON.parse(text);
    if (message.type !== 'ping') {
      this.sent.push(message);
      return;
    }
    this.pings += 1;
    if (!this.deaf) this.tell({ type: 'pong', id: message.id, time: Date.now() / 1000 });
  }

  close(): void {
    this.closed = true;
    this.onclose?.();
  }

  open(): void {
    this.onopen?.();
  }

  tell(message: ServerMessage): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }

  /** The newest request of a type. */
  request(type: string) {
    const found = this.sent.findLast((message) => message.type === type);
    if (!found) throw new Error(`Nothing of type ${type} was sent.`);
    return found;
  }
}
