import { once } from 'node:events';
import { Command } from 'commander';
import { readServerOptions } from '../config/config.ts';
import { describeVariables, RetentionVariables, ServerVariables } from '../config/environment.ts';
import { startServer } from '../server.ts';
import { withDatabase } from './withDatabase.ts';

/** `serve`: runs until it is interrupted. */
export function serveCommand(): Command {
  return new Command('serve')
    .description('serve the API over HTTP, process exports and delete data older than its retention, until Ctrl-C')
    .addHelpText(
      'after',
      `
Prints one line on stdout when it is listening; logs go to stderr.

Environment variables, in addition to those of all commands:
${describeVariables(ServerVariables)}
${describeVariables(RetentionVariables)}`
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
        { ...options, isService: true }
      );
    });
}
