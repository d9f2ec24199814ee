import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Socket } from 'node:net';
import { Turns } from './turns.ts';

const LF = 0x0a;
const CR = 0x0d;
const NOTHING = Buffer.alloc(0);

/**
 * Answers the requests of a connection one after the other, and reads the next one only then; the requests that wait on all connections
 * take turns. By itself, Node.js parses whatever a connection has received, up to 64 KiB at once, and starts all of its requests (HTTP
 * pipelining): hundreds or thousands of requests of each connection would run before those of any other client.
 * A connection that sends more than it is answered for is not read, so the rest waits in the buffers of the network.
 */
export function answerInTurn(server: Server): void {
  const turns = new Turns();
  const connections = new WeakMap<Duplex, Connection>();
  server.on('connection', (socket) => connections.set(socket, new Connection(socket, turns)));
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) =>
    connections.get(request.socket)?.watch(response)
  );
  // Node.js has taken its parser from the connection, for another one to use.
  server.prependListener('connect', (_request: IncomingMessage, socket: Duplex) => connections.get(socket)?.stop());
}

/** Passes the bytes of a connection to the parser of Node.js, up to the end of one request head at a time. */
class Connection {
  private readonly socket: Socket;
  private readonly turns: Turns;
  private readonly parse: (bytes: Buffer) => void;
  private inFlight = 0;
  /** The last bytes of a head whose end has not been received, because the empty line may be divided. */
  private tail: Buffer = NOTHING;
  /** Whether there are bytes that the parser has not seen. They are in the buffer of the socket. */
  private isHeld = false;
  private isWaiting = false;

  /** @param socket a connection that Node.js reads already */
  constructor(socket: Socket, turns: Turns) {
    this.socket = socket;
    this.turns = turns;
    const [parse] = socket.listeners('data') as Array<(bytes: Buffer) => void>;
    if (parse === undefined) {
      throw new Error('The HTTP server of this version of Node.js does not listen to the data of its connections.');
    }
    this.parse = parse;
    socket.off('data', parse).on('data', this.receive);
  }

  /** Counts a request until its response was sent or the connection is closed. */
  watch(response: ServerResponse): void {
    this.inFlight += 1;
    response.once('close', () => {
      this.inFlight -= 1;
      this.continue();
    });
  }

  stop(): void {
    this.socket.off('data', this.receive);
  }

  private readonly receive = (bytes: Buffer): void => {
    this.isHeld = false;
    // Node.js itself resumes a paused connection after each request.
    if (this.inFlight > 0 || this.isWaiting) {
      this.hold(bytes);
      return;
    }
    const end = this.endOfHead(bytes);
    if (end < bytes.length) {
      this.hold(bytes.subarray(end));
    }
    this.parse(bytes.subarray(0, end));
    // There may be no request in it: an empty line, a part of a body.
    this.continue();
  };

  /** The index after the empty line that ends a head; the length if there is none. */
  private endOfHead(bytes: Buffer): number {
    const seen = this.tail.length === 0 ? bytes : Buffer.concat([this.tail, bytes]);
    const end = afterEmptyLine(seen);
    if (end === undefined) {
      this.tail = seen.subarray(-2);
      return bytes.length;
    }
    const seenBefore = this.tail.length;
    this.tail = NOTHING;
    return end - seenBefore;
  }

  private hold(bytes: Buffer): void {
    this.isHeld = true;
    this.socket.pause();
    this.socket.unshift(bytes);
  }

  private continue(): void {
    if (this.isHeld && this.inFlight === 0 && !this.isWaiting) {
      this.isWaiting = true;
      this.turns.add(() => {
        this.isWaiting = false;
        this.socket.resume();
      });
    }
  }
}

function afterEmptyLine(bytes: Buffer): number | undefined {
  for (let at = bytes.indexOf(LF); at !== -1; at = bytes.indexOf(LF, at + 1)) {
    const next = bytes[at + 1] === CR ? at + 2 : at + 1;
    if (bytes[next] === LF) {
      return next + 1;
    }
  }
  return undefined;
}
