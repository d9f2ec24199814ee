import { Command } from 'commander';
import { readRetentionDays } from '../config/config.ts';
import { describeVariables, RetentionVariables } from '../config/environment.ts';
import { retentionCutoffs } from '../retention/retentionCutoffs.ts';
import { dropOld, findOld, type OldPart } from '../store/retention/dropOld.ts';
import { formatList, listTime } from './output/formatList.ts';
import { jsonOption } from './options.ts';
import { withDatabase } from './withDatabase.ts';

const LIST_COLUMNS = ['level', 'name', 'from', 'to', 'rows', 'bytes'] as const;

export function retentionCommand(): Command {
  return new Command('retention').description('delete data that is older than its retention').addCommand(runCommand());
}

function runCommand(): Command {
  return new Command('run')
    .description(
      'delete readings and buckets that are older than their retention; a running serve does this every hour'
    )
    .option('--dry-run', 'print what would be deleted without deleting it')
    .addOption(jsonOption())
    .addHelpText(
      'after',
      `
Environment variables, the same as those of serve; a level without a value is kept indefinitely:
${describeVariables(RetentionVariables)}`
    )
    .action(async ({ dryRun = false, json = false }: { readonly dryRun?: boolean; readonly json?: boolean }) => {
      const cutoffsMs = retentionCutoffs(readRetentionDays(process.env), Date.now());
      if (cutoffsMs.size === 0) {
        process.stderr.write(
          'Nothing to delete: no RETENTION_…_DAYS variable is set, so all data is kept indefinitely. See --help.\n'
        );
        process.stdout.write(json ? formatList(LIST_COLUMNS, [], json) : '');
        return;
      }
      await withDatabase(async ({ pool, location }, signal) => {
        process.stderr.write(`Database: ${location}\n`);
        const parts: OldPart[] = dryRun ? await findOld(pool, cutoffsMs) : [];
        try {
          if (!dryRun && !(await dropOld(pool, cutoffsMs, signal, (part) => parts.push(part)))) {
            throw new Error('Another process is deleting old data: a running serve, or another run of this command.');
          }
        } finally {
          // Also after an error: what is listed has been deleted.
          const items = parts.map((part) => ({ ...part, from: listTime(part.fromMs), to: listTime(part.toMs) }));
          process.stdout.write(formatList(LIST_COLUMNS, items, json));
        }
      });
    });
}
