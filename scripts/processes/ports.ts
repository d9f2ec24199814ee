import { type AddressInfo, createServer } from 'node:net';

/**
 * Checks that a port is free, before time-consuming work starts.
 * @param variable the environment variable that sets the port
 * @throws Error that names the variable and suggests a free port
 */
export async function requireFreePort(port: number, variable: string): Promise<void> {
  try {
    await listenOnce(port);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') {
      const other = await listenOnce(0);
      throw new Error(
        `Port ${port} on 127.0.0.1 is already in use. Stop the program that uses it, or choose another port: ${variable}=${other} npm start`
      );
    }
    throw new Error(
      code === 'EACCES'
        ? `Not permitted to use port ${port}. Choose a port above 1023: ${variable}=${await listenOnce(0)} npm start`
        : `Cannot use port ${port} (${variable}): ${(error as Error).message}`
    );
  }
}

/** A port of 127.0.0.1 that is currently free. */
export function findFreePort(): Promise<number> {
  return listenOnce(0);
}

function listenOnce(port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      const { port: boundPort } = server.address() as AddressInfo;
      server.close(() => resolve(boundPort));
    });
  });
}
