import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';

/** Connects to a service. Nothing is read until the test reads. */
export async function openConnection(address: string): Promise<Socket> {
  const { hostname, port } = new URL(address);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  return socket;
}

/** Sends bytes that no HTTP client would send, and returns everything until the service closes the connection. */
export async function exchange(address: string, bytes: string): Promise<string> {
  const socket = await openConnection(address);
  socket.write(bytes);
  return text(socket);
}

/** A GET request as text. */
export function getRequest(url: string, headers: Readonly<Record<string, string>> = {}): string {
  const lines = Object.entries({ host: 'localhost', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  return `GET ${url} HTTP/1.1\r\n${lines.join('')}\r\n`;
}
