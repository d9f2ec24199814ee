import { once } from 'node:events';
import { Command } from 'commander';
import { readServerOptions } from '../config.ts';
import { startServer } from '../server.ts';
import { withDatabase } from './withDatabase.ts';

/** `serve`: until it is interrupted. */
export function serveCommand(): Command {
  return new Command('serve')
    .description('serve the API over HTTP, work on exports and drop what is not kept any more, until Ctrl-C')
    .addHelpText(
      'after',
      `
Prints one line on stdout when it listens; logs go to stderr.

Environment, beside that of all commands:
  API_ONLINE_WITHIN_S      a device is online when its newest reading is not older (default: 900)
  API_RATE_PER_S           requests a second of each key in the long run, 0 for no limit (default: 100)
  API_RATE_BURST           requests of a key at once, after a rest (default: 30 times API_RATE_PER_S)
  API_MAX_AT_WORK          requests that are answered at once; others get 503 (default: 200)
  API_MAX_DOWNLOADS        files that are sent at once; others get 503 (default: 20)
  API_STATEMENT_TIMEOUT_S  a statement of the database that takes longer is ended, with 504 (default: 30)
  API_POOL_SIZE            connections to the database (default: 8)
  API_STOP_WITHIN_S        how long running requests may take to finish at the end (default: 10)
  API_COMPRESSION          on (default) or off
  API_METRICS              who may read /metrics: operator (default) keys, open for all, or off
  EXPORTS_MAX_MB           what the files of all exports may take together (default: 10000)
  DATABASE_READ_URL        a replica of the database, to read from
  DATABASE_READ_MAX_LAG_S  a replica that is further behind is not read from (default: 30)
  RETENTION_…_DAYS         for how long readings and buckets are kept, see: retention run --help (default: for ever)
  API_LOG_LEVEL            fatal, error, warn (default), info, debug, trace or silent`
    )
    .action(async () => {
      const options = readServerOptions(process.env);
      await withDatabase(async (database, signal) => {
        const server = await startServer(database, options);
        process.stdout.write(`listening on ${server.address}\n`);
        if (!signal.aborted) {
          await once(signal, 'abort');
        }
        await server.close();
      }, options);
    });
}
