import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { headerOf, HttpConnection } from './httpConnection.ts';

let server: Server;
let answer: (socket: Socket) => Promise<void> | void;

beforeAll(async () => {
  server = createServer((socket) => socket.on('data', () => void answer(socket)));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});

afterAll(() => server.close());

function open(): HttpConnection {
  return new HttpConnection((server.address() as AddressInfo).port);
}

test('an answer is complete however it is split, and the connection serves the next request', async () => {
  const text = 'HTTP/1.1 200 OK\r\nETag: "a"\r\nContent-Length: 5\r\n\r\nhello';
  const connection = open();
  for (const split of [0, 10, 20, text.length - 8, text.length - 2]) {
    answer = async (socket) => {
      socket.write(text.slice(0, split));
      await sleep(5);
      socket.write(text.slice(split));
    };
    const { status, head, body } = await connection.get('/', {});
    expect([status, headerOf(head, 'etag'), body.toString()]).toEqual([200, '"a"', 'hello']);
  }
  answer = (socket) => void socket.write('HTTP/1.1 304 Not Modified\r\nETag: "a"\r\n\r\n');
  expect((await connection.get('/', {})).status).toBe(304);
  connection.close();
});

test.each([
  ['closed before the answer', '', 'closed'],
  ['closed in the middle of an answer', 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhel', 'closed'],
  ['without a length', 'HTTP/1.1 200 OK\r\n\r\n', 'Content-Length'],
])('a connection that is %s fails, and so does every further request', async (_, text, message) => {
  answer = (socket) => void socket.end(text);
  const connection = open();
  await expect(connection.get('/', {})).rejects.toThrow(message);
  await expect(connection.get('/', {})).rejects.toThrow(message);
});
