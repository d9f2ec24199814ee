import { Command } from 'commander';
import { readRetentionDays } from '../config.ts';
import { describeVariables, RetentionVariables } from '../environment.ts';
import { retentionCutoffs } from '../retention/retentionCutoffs.ts';
import { dropOld, findOld, type OldPart } from '../store/retention/dropOld.ts';
import { withDatabase } from './withDatabase.ts';

export function retentionCommand(): Command {
  return new Command('retention').description('delete data that is older than its retention').addCommand(runCommand());
}

function runCommand(): Command {
  return new Command('run')
    .description(
      'delete readings and buckets that are older than their retention; a running serve does this every hour'
    )
    .option('--dry-run', 'print what would be deleted without deleting it')
    .addHelpText(
      'after',
      `
Environment variables, the same as those of serve; a level without a value is kept indefinitely:
${describeVariables(RetentionVariables)}`
    )
    .action(async ({ dryRun = false }: { readonly dryRun?: boolean }) => {
      const cutoffsMs = retentionCutoffs(readRetentionDays(process.env), Date.now());
      if (cutoffsMs.size === 0) {
        process.stderr.write(
          'Nothing to delete: no RETENTION_…_DAYS variable is set, so all data is kept indefinitely. See --help.\n'
        );
        return;
      }
      await withDatabase(async ({ pool }, signal) => {
        if (dryRun) {
          (await findOld(pool, cutoffsMs)).forEach(print);
        } else if (!(await dropOld(pool, cutoffsMs, signal, print))) {
          throw new Error('Another process is deleting old data: a running serve, or another run of this command.');
        }
      });
    });
}

function print({ level, name, rows, bytes }: OldPart): void {
  const count = rows === null ? '' : `${rows.toLocaleString('en')} rows`;
  const size = bytes === null ? '' : `${(bytes / 1e6).toFixed(1)} MB`;
  process.stdout.write(`${level}\t${name}\t${count}\t${size}\n`);
}
