import { Command, Option } from 'commander';
import type { Queryable } from '../store/database/queryable.ts';
import { EXPORT_FORMATS, listAllExports, queueExport, type ExportFormat } from '../store/exports/exports.ts';
import { findTag } from '../store/inventory/findTag.ts';
import { keyState, listKeys, type ApiKey } from '../store/keys/keys.ts';
import { LEVELS, type Level } from '../store/readings/levels.ts';
import { storedRange } from '../store/readings/storedRange.ts';
import { formatList, listTime } from './output/formatList.ts';
import { jsonOption, parseDateTime, parseText } from './options.ts';
import { withDatabase } from './withDatabase.ts';

interface CreateOptions {
  readonly key: string;
  readonly device: string;
  readonly tag: readonly string[];
  readonly from?: number;
  readonly to?: number;
  readonly level: Level;
  readonly format: ExportFormat;
  readonly description?: string;
}

/** Readings are before the year 2200. */
const END_OF_TIME_MS = Date.UTC(2200, 0, 1);

export function exportCommand(): Command {
  return new Command('export')
    .description('request and list export files')
    .addCommand(createCommand())
    .addCommand(listCommand());
}

const LIST_COLUMNS = [
  'id',
  'state',
  'progress',
  'rows',
  'bytes',
  'key',
  'created',
  'expires',
  'description',
  'error',
] as const;

function listCommand(): Command {
  return new Command('list')
    .description('list the exports of all keys, newest first')
    .addOption(jsonOption())
    .action(({ json = false }: { readonly json?: boolean }) =>
      withDatabase(async ({ pool }) => {
        const names = new Map((await listKeys(pool)).map(({ id, name }) => [id, name]));
        const exports = (await listAllExports(pool)).map((job) => ({
          ...{ id: job.id, state: job.state, progress: job.progress, rows: job.rows, bytes: job.sizeBytes },
          ...{ key: names.get(job.keyId) ?? job.keyId, description: job.description, error: job.error },
          ...{ created: listTime(job.createdMs), expires: listTime(job.expiresMs) },
        }));
        process.stdout.write(formatList(LIST_COLUMNS, exports, json));
      })
    );
}

function createCommand(): Command {
  return new Command('create')
    .description('queue an export and print its ID; a running serve writes the file')
    .requiredOption(
      '--key <id-or-name>',
      'ID or name of the API key that owns the export (see: keys list); only this key can access it'
    )
    .requiredOption('--device <code>', 'device code')
    .requiredOption(
      '--tag <key>',
      'tag key; repeat the option for several tags',
      (tag: string, tags: string[] = []) => [...tags, tag]
    )
    .option(
      '--from <date-time>',
      'start, inclusive, such as 2026-01-31T00:00:00-06:00 (default: the first stored row)',
      parseDateTime
    )
    .option('--to <date-time>', 'end, exclusive (default: after the last stored row)', parseDateTime)
    .addOption(new Option('--level <level>', 'raw readings, or the bucket size').choices(LEVELS).default('raw'))
    .addOption(new Option('--format <format>', 'file format').choices(EXPORT_FORMATS).default('csv'))
    .option('--description <text>', 'description of the export', parseText)
    .action((options: CreateOptions) =>
      withDatabase(async ({ pool, location }) => {
        const key = chooseKey(await listKeys(pool), options.key, Date.now());
        const { from = 0, to = END_OF_TIME_MS } = options;
        if (from >= to) {
          throw new Error('--from must be before --to.');
        }
        const tagIds = await Promise.all(options.tag.map((tag) => findTagId(pool, key, options.device, tag)));
        const stored = await storedRange(pool, tagIds, options.level, from, to);
        if (stored === undefined && (options.from === undefined || options.to === undefined)) {
          throw new Error(`There is nothing to export: ${describeNothing(options)}`);
        }
        const id = await queueExport(
          pool,
          {
            keyId: key.id,
            description: options.description ?? `${options.device}: ${options.tag.join(', ')}`,
            format: options.format,
            tagIds,
            level: options.level,
            fromMs: options.from ?? stored?.firstMs ?? from,
            toMs: options.to ?? (stored === undefined ? to : stored.lastMs + 1),
          },
          Date.now()
        );
        process.stdout.write(`${id}\n`);
        if (stored === undefined) {
          process.stderr.write(
            `Warning: ${describeNothing(options)} The file will have 0 rows, unless some are imported before it is written.\n`
          );
        }
        process.stderr.write(
          `Queued in ${location}. A running serve or npm start writes the file: export list shows its progress, and Grafana its link.\n`
        );
      })
    );
}

function describeNothing({ device, tag, level }: CreateOptions): string {
  return `no ${level === 'raw' ? 'readings' : `${level} buckets`} of ${device} ${tag.join(', ')} are stored in this range.`;
}

/**
 * Finds a key by its ID, or by the name that it alone has among the keys that can read the export.
 * @throws if there is none, or the API would not give it the export
 */
function chooseKey(keys: readonly ApiKey[], idOrName: string, nowMs: number): ApiKey {
  const named = keys.filter(({ id, name }) => id === idOrName || name === idOrName);
  const usable = named.filter((key) => problemOf(key, nowMs) === undefined);
  const [key] = usable.length > 0 ? usable : named;
  if (key === undefined) {
    throw new Error(`There is no key with the ID or name ${idOrName}. See: keys list`);
  }
  if (usable.length > 1) {
    throw new Error(
      `${usable.length} keys have the name ${idOrName}; choose one by its ID: ${usable.map(({ id }) => id).join(', ')}`
    );
  }
  const problem = problemOf(key, nowMs);
  if (problem !== undefined) {
    throw new Error(`Key ${key.id} ${problem}, so it could not read the export. Choose another key. See: keys list`);
  }
  return key;
}

/** Why the API would not give the export to the key. */
function problemOf(key: ApiKey, nowMs: number): string | undefined {
  const problems = {
    revoked: 'is revoked',
    expired: 'has expired',
    valid: key.permissions.includes('exportaciones:leer') ? undefined : 'lacks the permission exportaciones:leer',
  };
  return problems[keyState(key, nowMs)];
}

/** Finds the tag among the sites that the key has access to. */
async function findTagId(db: Queryable, key: ApiKey, device: string, tag: string): Promise<number> {
  const found = await findTag(db, key.siteIds, device, tag);
  if (typeof found === 'string') {
    const what = found === 'no device' ? `device ${device}` : `tag ${tag} of ${device}`;
    throw new Error(`Unknown ${what}, or the key has no access to its site.`);
  }
  return found.id;
}
