import { once } from 'node:events';
import { Command } from 'commander';
import { readServerOptions } from '../config.ts';
import { startServer } from '../server.ts';
import { withDatabase } from './withDatabase.ts';

/** `serve`: until it is interrupted. */
export function serveCommand(): Command {
  return new Command('serve')
    .description('serve the API over HTTP and work on exports, until Ctrl-C')
    .addHelpText(
      'after',
      `
Prints one line on stdout when it listens; logs go to stderr.

Environment, beside that of all commands:
  API_ONLINE_WITHIN_S  a device is online when its newest reading is not older (default: 900)
  API_LOG_LEVEL        fatal, error, warn (default), info, debug or silent`
    )
    .action(async () => {
      const options = readServerOptions(process.env);
      await withDatabase(
        async (database, signal) => {
          const server = await startServer(database, options);
          process.stdout.write(`listening on ${server.address}\n`);
          if (!signal.aborted) {
            await once(signal, 'abort');
          }
          await server.close();
        },
        { poolSize: 8, statementTimeoutMs: 30_000 }
      );
    });
}
