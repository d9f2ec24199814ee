import { Command } from 'commander';
import { readRetentionDays } from '../config.ts';
import { retentionCutoffs } from '../retention/keptFromTimes.ts';
import { dropOld, findOld, type OldPart } from '../store/dropOld.ts';
import { withDatabase } from './withDatabase.ts';

export function retentionCommand(): Command {
  return new Command('retention').description('drop what is not kept any more').addCommand(runCommand());
}

function runCommand(): Command {
  return new Command('run')
    .description('drop readings and buckets that are older than they are kept; a running serve does so every hour')
    .option('--dry-run', 'print what would be dropped, and drop nothing')
    .addHelpText(
      'after',
      `
Environment, the same as that of serve; a level without a number is kept for ever:
  RETENTION_RAW_DAYS  readings; older ones are refused from then on
  RETENTION_1M_DAYS   buckets of a minute, in whole months; not fewer days than readings
  RETENTION_1H_DAYS   buckets of an hour; not fewer than those of a minute
  RETENTION_1D_DAYS   buckets of a day; not fewer than those of an hour`
    )
    .action(async ({ dryRun = false }: { readonly dryRun?: boolean }) => {
      const cutoffsMs = retentionCutoffs(readRetentionDays(process.env), Date.now());
      if (cutoffsMs.size === 0) {
        process.stderr.write('Everything is kept for ever: no RETENTION_…_DAYS is set. See --help.\n');
        return;
      }
      await withDatabase(async ({ pool }, signal) => {
        if (dryRun) {
          (await findOld(pool, cutoffsMs)).forEach(print);
        } else if (!(await dropOld(pool, cutoffsMs, signal, print))) {
          throw new Error('Another process is at it: a running serve, or this command elsewhere.');
        }
      });
    });
}

function print({ level, name, rows, bytes }: OldPart): void {
  const count = rows === null ? '' : `${rows.toLocaleString('en')} rows`;
  const size = bytes === null ? '' : `${(bytes / 1e6).toFixed(1)} MB`;
  process.stdout.write(`${level}\t${name}\t${count}\t${size}\n`);
}
