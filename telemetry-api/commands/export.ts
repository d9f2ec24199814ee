import { Command, Option } from 'commander';
import type { Queryable } from '../store/database/queryable.ts';
import { EXPORT_FORMATS, queueExport, type ExportFormat } from '../store/exports/exports.ts';
import { findTag } from '../store/inventory/findTag.ts';
import { keyState, listKeys, type ApiKey } from '../store/keys/keys.ts';
import { LEVELS, type Level } from '../store/readings/levels.ts';
import { parseDateTime, parseText } from './options.ts';
import { withDatabase } from './withDatabase.ts';

interface CreateOptions {
  readonly key: string;
  readonly device: string;
  readonly tag: readonly string[];
  readonly from: number;
  readonly to: number;
  readonly level: Level;
  readonly format: ExportFormat;
  readonly description?: string;
}

export function exportCommand(): Command {
  return new Command('export').description('request export files').addCommand(createCommand());
}

function createCommand(): Command {
  return new Command('create')
    .description('queue an export and print its ID; a running serve writes the file')
    .requiredOption(
      '--key <id>',
      'ID of the API key that owns the export (see: keys list); only this key can access it'
    )
    .requiredOption('--device <code>', 'device code')
    .requiredOption(
      '--tag <key>',
      'tag key; repeat the option for several tags',
      (tag: string, tags: string[] = []) => [...tags, tag]
    )
    .requiredOption('--from <date-time>', 'start, inclusive, such as 2026-01-31T00:00:00-06:00', parseDateTime)
    .requiredOption('--to <date-time>', 'end, exclusive', parseDateTime)
    .addOption(new Option('--level <level>', 'raw readings, or the bucket size').choices(LEVELS).default('raw'))
    .addOption(new Option('--format <format>').choices(EXPORT_FORMATS).default('csv'))
    .option('--description <text>', 'description of the export', parseText)
    .action((options: CreateOptions) =>
      withDatabase(async ({ pool }) => {
        const key = (await listKeys(pool)).find(({ id: known }) => known === options.key);
        if (key === undefined) {
          throw new Error(`Unknown key ID ${options.key}. See: keys list`);
        }
        rejectUnusable(key, Date.now());
        if (options.from >= options.to) {
          throw new Error('--from must be before --to.');
        }
        const tagIds = await Promise.all(options.tag.map((tag) => findTagId(pool, key, options.device, tag)));
        const id = await queueExport(
          pool,
          {
            keyId: options.key,
            description: options.description ?? `${options.device}: ${options.tag.join(', ')}`,
            format: options.format,
            tagIds,
            level: options.level,
            fromMs: options.from,
            toMs: options.to,
          },
          Date.now()
        );
        process.stdout.write(`${id}\n`);
      })
    );
}

/** @throws if the API would not give the export to the key */
function rejectUnusable(key: ApiKey, nowMs: number): void {
  const problems = {
    revoked: 'is revoked',
    expired: 'has expired',
    valid: key.permissions.includes('exportaciones:leer') ? undefined : 'lacks the permission exportaciones:leer',
  };
  const problem = problems[keyState(key, nowMs)];
  if (problem !== undefined) {
    throw new Error(`Key ${key.id} ${problem}, so it could not read the export. Choose another key. See: keys list`);
  }
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
