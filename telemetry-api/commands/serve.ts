import { once } from 'node:events';
import { Command } from 'commander';
import { readServerOptions } from '../config.ts';
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
  API_ONLINE_WITHIN_S      maximum age of the newest reading of an online device (default: 900)
  API_RATE_PER_S           sustained requests per second and key, 0 for no limit (default: 100)
  API_RATE_BURST           burst size per key (default: 30 times API_RATE_PER_S)
  API_MAX_AT_WORK          concurrent requests; further ones get 503 (default: 200)
  API_MAX_DOWNLOADS        concurrent downloads; further ones get 503 (default: 20)
  API_STATEMENT_TIMEOUT_S  timeout of a database statement; the request gets 504 (default: 30)
  API_POOL_SIZE            size of the database connection pool (default: 8)
  API_STOP_WITHIN_S        time for running requests to finish on shutdown (default: 10)
  API_COMPRESSION          on (default) or off
  API_METRICS              access to /metrics: operator (default) for operator keys, open for everyone, or off
  EXPORTS_MAX_MB           total size of all export files (default: 10000)
  DATABASE_READ_URL        a read replica of the database
  DATABASE_READ_MAX_LAG_S  maximum replication lag of the read replica; it is not used beyond that (default: 30)
  RETENTION_…_DAYS         retention of readings and buckets, see: retention run --help (default: unlimited)
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
