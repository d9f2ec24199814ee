import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { LoadConnection } from './loadConnection.ts';

const ANSWER = 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello';

let server: Server;
let connection: LoadConnection;
let answer: (socket: Socket) => void;

beforeEach(async () => {
  server = createServer((socket) => socket.on('data', () => answer(socket)));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  connection = new LoadConnection(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  answer = (socket) => void socket.write(ANSWER);
});

afterEach(async () => {
  await connection.close();
  server.close();
});

test('requests share a connection', async () => {
  let connections = 0;
  server.on('connection', () => (connections += 1));
  for (let i = 0; i < 3; i++) {
    const { status, body } = await connection.get('/', {});
    expect([status, body.toString()]).toEqual([200, 'hello']);
  }
  expect(connections).toBe(1);
});

test.each([
  ['before the answer', ''],
  ['in the middle of an answer', ANSWER.slice(0, -2)],
])('a connection that is closed %s fails once', async (_, text) => {
  answer = (socket) => void socket.end(text);
  await expect(connection.get('/', {})).rejects.toThrow(/closed|terminated/);
  answer = (socket) => void socket.write(ANSWER);
  expect((await connection.get('/', {})).status).toBe(200);
});

test.each([
  ['', ANSWER],
  [' as announced', ANSWER.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n')],
])('a connection that is closed after an answer%s is not replaced silently', async (_, text) => {
  answer = (socket) => void socket.end(text);
  expect((await connection.get('/', {})).status).toBe(200);
  await sleep(50);
  await expect(connection.get('/', {})).rejects.toThrow();
});
