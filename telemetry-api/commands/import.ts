import { Command, InvalidArgumentError, Option } from 'commander';
import type pg from 'pg';
import { ALERT_FIELDS } from '../import/alertRow.ts';
import { alertsWork } from '../import/alertsWork.ts';
import type { Field } from '../import/columns.ts';
import { DEVICE_FIELDS } from '../import/deviceRow.ts';
import { type DeviceOptions, devicesWork } from '../import/devicesWork.ts';
import { DEFAULT_AREA } from '../import/missingTags.ts';
import { readingFields } from '../import/readingRow.ts';
import { type ReadingOptions, readingsWork } from '../import/readingsWork.ts';
import { type FileOptions, type ImportWork, runImport } from '../import/runImport.ts';
import { PATTERN_HELP } from '../import/timePattern.ts';
import type { ValueOptions } from '../import/valueOptions.ts';
import { startProgress } from './progress.ts';
import { withDatabase } from './withDatabase.ts';

/** `import readings|devices|alerts FILE`; the exit code is 0 only when every row was taken. */
export function importCommand(): Command {
  return new Command('import')
    .description('bring in readings, devices or alerts from CSV or NDJSON files')
    .addCommand(readingsCommand())
    .addCommand(devicesCommand())
    .addCommand(alertsCommand());
}

function readingsCommand(): Command {
  return withValueOptions(withFileOptions(new Command('readings')))
    .description('bring in readings: device, tag, timestamp and value in each row; the same file twice changes nothing')
    .option('--device-column <name>', 'header name of the device code')
    .option('--tag-column <name>', 'header name of the tag key')
    .option('--timestamp-column <name>', 'header name of the time')
    .option('--value-column <name>', 'header name of the value')
    .option('--device <code>', 'the device of all rows, where the file has no such column')
    .option('--tag <key>', 'the tag of all rows, where the file has no such column')
    .addOption(
      new Option('--on-conflict <what>', 'where another value is there for the same time: keep that, or replace it')
        .choices(['keep', 'replace'])
        .default('keep')
    )
    .option('--create-missing', 'make devices and tags that are not known; else their rows are rejected')
    .option('--site <code>', 'with --create-missing: the site of new devices')
    .option('--site-name <name>', 'with --create-missing: name of the site, if it is new (default: its code)')
    .option('--site-zone <zone>', 'with --create-missing: its time zone, if it is new (default: --zone, else UTC)')
    .option('--area <name>', 'with --create-missing: the area of new devices', DEFAULT_AREA)
    .option('--unit <unit>', 'with --create-missing: the unit of new tags', '')
    .addHelpText('after', `${columnsHelp(readingFields({}))}\n${TIMES_HELP}`)
    .action((path: string, options: ReadingOptions) =>
      run(path, options, (pool, signal) => readingsWork(pool, signal, options))
    );
}

function devicesCommand(): Command {
  return withFileOptions(new Command('devices'))
    .description('bring in sites, devices and tags: one row for each tag; the same file twice changes nothing')
    .option('--site <code>', 'the site of rows that name none')
    .option('--site-zone <zone>', 'the time zone of new sites that name none, such as Europe/Madrid')
    .addHelpText('after', columnsHelp(DEVICE_FIELDS))
    .action((path: string, options: DeviceOptions) => run(path, options, (pool) => devicesWork(pool, options)));
}

function alertsCommand(): Command {
  return withValueOptions(withFileOptions(new Command('alerts')))
    .description('bring in alerts: one in each row; one whose id is known is brought to what the file says')
    .addHelpText('after', `${columnsHelp(ALERT_FIELDS)}\n${TIMES_HELP}`)
    .action((path: string, options: ValueOptions) => run(path, options, (pool) => alertsWork(pool, options)));
}

function run(
  path: string,
  options: FileOptions,
  makeWork: (pool: pg.Pool, signal: AbortSignal) => ImportWork
): Promise<void> {
  return withDatabase(async ({ pool }, signal) => {
    const progress = startProgress();
    const lines: string[] = [];
    try {
      const context = { signal, onProgress: progress.update, print: (line: string) => lines.push(line) };
      const outcome = await runImport(path, options, makeWork(pool, signal), context);
      process.exitCode = outcome === 'complete' ? 0 : signal.aborted ? 130 : 1;
    } finally {
      progress.end();
      process.stdout.write(lines.map((line) => `${line}\n`).join(''));
    }
  });
}

function withFileOptions(command: Command): Command {
  return command
    .argument('<file>', 'CSV or NDJSON; unpacked if its name ends in .gz; - for stdin')
    .addOption(new Option('--format <format>', 'default: told from the first character').choices(['csv', 'ndjson']))
    .option(
      '--delimiter <character>',
      'between columns (default: the one of , ; tab | that the header has)',
      parseDelimiter
    )
    .option('--encoding <name>', 'utf-8, windows-1252, utf-16le …', 'utf-8')
    .option('--max-errors <n>', 'stop when more rows than this are rejected (default: never)', parseCount)
    .option('--rejects <file>', 'write rejected rows there with line and reason, to be mended and imported again')
    .option('--dry-run', 'check the whole file and write nothing');
}

function withValueOptions(command: Command): Command {
  return command
    .option('--time-format <format>', 'iso, epoch-s, epoch-ms or a pattern such as "dd/MM/yyyy HH:mm:ss"', 'iso')
    .option('--zone <zone>', 'time zone of times without an offset, such as Europe/Madrid')
    .addOption(
      new Option('--repeated-hour <which>', 'which pass is meant of the hour that comes twice when clocks are put back')
        .choices(['earlier', 'later', 'reject'])
        .default('earlier')
    )
    .option('--decimal-comma', 'values are written 12,5');
}

const TIMES_HELP = `Patterns of --time-format: ${PATTERN_HELP}.`;

function columnsHelp(fields: readonly Field[]): string {
  const lines = fields.map(
    ({ name, aliases, required }) =>
      `  ${name}${required ? ' (needed)' : ''}${aliases.length > 0 ? `: ${aliases.join(', ')}` : ''}`
  );
  return `\nColumns, and the other names they are known by (case, accents, spaces, _ - . do not count):\n${lines.join('\n')}`;
}

function parseDelimiter(text: string): string {
  const delimiter = text === '\\t' || text === 'tab' ? '\t' : text;
  if (delimiter.length !== 1 || delimiter === '"') {
    throw new InvalidArgumentError('It is one character (or "tab"), and no quote.');
  }
  return delimiter;
}

function parseCount(text: string): number {
  const count = Number(text);
  if (!Number.isInteger(count) || count < 0) {
    throw new InvalidArgumentError('It is a whole number from 0 on.');
  }
  return count;
}
