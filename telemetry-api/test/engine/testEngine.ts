import assert from 'node:assert/strict';
import { Command, Option } from 'commander';
import { describeError } from '../../commands/output/describeError.ts';
import { readServerOptions } from '../../config/config.ts';
import { startServer, type RunningServer } from '../../server.ts';
import { createKey, PERMISSIONS } from '../../store/keys/keys.ts';
import { PLACEMENTS, type Placement } from '../../store/database/placement/placement.ts';
import { AnswerCheck } from '../support/answerCheck.ts';
import { importsInto } from '../support/testImports.ts';
import { BACKUP_CHECKS } from './backupChecks.ts';
import { COMPRESSION_CHECKS } from './compressionChecks.ts';
import { DELETION_CHECKS } from './deletionChecks.ts';
import { openEngineDatabase, type EngineDatabase } from './engineDatabase.ts';
import { PLAN_CHECKS } from './planChecks.ts';
import { type Engine, type EngineCheck, fillEarly } from './plant.ts';
import { READ_CHECKS } from './readChecks.ts';
import { RETENTION_CHECKS } from './retentionChecks.ts';
import { WRITE_CHECKS } from './writeChecks.ts';

/** In order: each works on the data that the earlier ones left. */
const CHECKS: readonly EngineCheck[] = [
  ...WRITE_CHECKS,
  ...READ_CHECKS,
  ...PLAN_CHECKS,
  ...BACKUP_CHECKS,
  ...COMPRESSION_CHECKS,
  DELETION_CHECKS[0],
  ...RETENTION_CHECKS,
  DELETION_CHECKS[1],
];

interface Options {
  readonly databaseUrl?: string;
  readonly placement?: Placement | 'none';
}

async function testEngine({ databaseUrl, placement }: Options): Promise<void> {
  const database = await openEngineDatabase(databaseUrl, placement, fillEarly);
  try {
    print(database.description);
    const server = await startServer(database, {
      ...readServerOptions({ API_RATE_PER_S: '0', API_PORT: '1', TELEMETRY_DATA_DIR: database.dataDir }),
      port: 0,
    });
    try {
      const checks = CHECKS.filter(({ needsCompression }) => needsCompression !== true || database.canCompress);
      const failed = await runChecks(checks, await openEngine(database, server));
      const verdict = failed === 0 ? `PASSED: ${checks.length} checks` : `FAILED: ${failed} of ${checks.length} checks`;
      if (checks.length < CHECKS.length) {
        print(
          `skipped ${CHECKS.length - checks.length} checks of compression, which needs TimescaleDB's community edition`
        );
      }
      print(`${verdict} on ${database.description}`);
      process.exitCode = failed === 0 ? 0 : 1;
    } finally {
      await server.close();
    }
  } finally {
    await database.close();
  }
}

async function runChecks(checks: readonly EngineCheck[], engine: Engine): Promise<number> {
  let failed = 0;
  for (const { name, run } of checks) {
    const startedMs = Date.now();
    try {
      const figures = await run(engine);
      print(`ok      ${name}${figures && `: ${figures}`} (${((Date.now() - startedMs) / 1000).toFixed(1)} s)`);
    } catch (error) {
      failed++;
      print(`FAILED  ${name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  return failed;
}

async function openEngine(database: EngineDatabase, { address }: RunningServer): Promise<Engine> {
  const key = { name: 'engine test', siteCodes: null, expiresMs: null } as const;
  const { id: keyId, secret } = await createKey(
    database.pool,
    { ...key, family: 'integration', permissions: PERMISSIONS },
    Date.now()
  );
  const operator = await createKey(database.pool, { ...key, family: 'operator', permissions: [] }, Date.now());
  const document: unknown = await (await fetch(`${address}/openapi.json`)).json();
  const answers = new AnswerCheck(document as object);
  return {
    database,
    imports: importsInto(database),
    address,
    keyId,
    operator: operator.secret,
    get: async (path, query = {}) => {
      const url = new URL(path, address);
      Object.entries(query).forEach(([name, value]) => url.searchParams.append(name, String(value)));
      const answer = await fetch(url, { headers: { authorization: `Bearer ${secret}` } });
      const body: unknown = await answer.json();
      assert.equal(answer.status, 200, `GET ${url.pathname}${url.search}: ${JSON.stringify(body)}`);
      const contentType = answer.headers.get('content-type') ?? undefined;
      const mismatch = answers.mismatch({ method: 'GET', path, status: answer.status, contentType, body });
      assert.equal(mismatch, undefined);
      return body;
    },
  };
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

await new Command('test:engine')
  .description(
    'check that the service works on a database server: imports, all operations, plans, retention, metrics. ' +
      'Runs in a database of its own on that server and drops it.'
  )
  .option(
    '--database-url <url>',
    'a database of the server to test; the user must be allowed to create databases (default: the embedded one)'
  )
  .addOption(
    new Option(
      '--placement <extension>',
      'extension that manages the tables (default: the one of the given database)'
    ).choices([...PLACEMENTS, 'none'])
  )
  .action(testEngine)
  .parseAsync()
  .catch((error: unknown) => {
    process.stderr.write(`error: ${describeError(error)}\n`);
    process.exitCode = 1;
  });
