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
  sent: ({ type: string; id: number } & Record<string, unknown>)[] = [];
  closed = false;

  constructor() {
    FakeSocket.all.push(this);
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text));
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
