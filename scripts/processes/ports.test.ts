import { expect, test } from '@jest/globals';
import { createServer } from 'node:http';
import { once } from 'node:events';
import { findFreePort, requireFreePort } from './ports.ts';

test('a port without a listener is free', async () => {
  await expect(requireFreePort(await findFreePort(), 'API_PORT')).resolves.toBeUndefined();
});

test('a port in use is rejected with the variable that sets it and a free port', async () => {
  const port = await findFreePort();
  const server = createServer().listen(port, '127.0.0.1');
  await once(server, 'listening');
  try {
    await expect(requireFreePort(port, 'API_PORT')).rejects.toThrow(
      new RegExp(`^Port ${port} on 127\\.0\\.0\\.1 is already in use\\. .* API_PORT=\\d+ npm start$`)
    );
  } finally {
    server.close();
  }
});
