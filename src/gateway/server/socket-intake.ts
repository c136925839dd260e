import type { RawData, WebSocket } from 'ws';

/** A message's text; undefined for a binary one. */
export type Receive = (text: string | undefined) => void;

/**
 * The messages of a socket, in order and none lost: they are handed to the present receiver, and wait while there is none. Pausing the
 * socket would not do, since one chunk of bytes may hold several messages.
 */
export class SocketIntake {
  private readonly waiting: (string | undefined)[] = [];
  private receive?: Receive;

  constructor(socket: WebSocket) {
    socket.on('message', (data: RawData, isBinary: boolean) => {
      this.waiting.push(isBinary ? undefined : textOf(data));
      this.drain();
    });
  }

  /** Hands out the next message, and holds those behind it. */
  once(receive: Receive): void {
    this.to((text) => {
      this.receive = undefined;
      receive(text);
    });
  }

  /** Hands out every message from now on, first those that waited. */
  to(receive: Receive): void {
    this.receive = receive;
    this.drain();
  }

  private drain(): void {
    while (this.receive !== undefined && this.waiting.length > 0) this.receive(this.waiting.shift());
  }
}

function textOf(data: RawData): string {
  if (Array.isArray(data)) return Buffer.concat(data).toString('utf8');
  return Buffer.isBuffer(data) ? data.toString('utf8') : Buffer.from(data).toString('utf8');
}
