import { Command, InvalidArgumentError, Option } from 'commander';
import { readDashboardsUrl } from '../config/dashboardsUrl.ts';
import type { Environment } from '../config/environment.ts';
import { alertFields } from '../import/alerts/alertRow.ts';
import { type AlertOptions, alertsWork } from '../import/alertsWork.ts';
import type { Field } from '../import/file/columns.ts';
import { DEVICE_FIELDS } from '../import/inventory/deviceRow.ts';
import { type DeviceOptions, devicesWork } from '../import/devicesWork.ts';
import { DEFAULT_AREA } from '../import/inventory/missingTags.ts';
import type { ReadingOptions } from '../import/readingOptions.ts';
import { readingFields } from '../import/readings/readingRow.ts';
import { readingsWork } from '../import/readingsWork.ts';
import { type FileOptions, type ImportWork, runImport } from '../import/runImport.ts';
import { InputError } from '../import/values/importErrors.ts';
import { parseStates, type StateNumbers } from '../import/values/states.ts';
import { PATTERN_HELP } from '../import/values/timePattern.ts';
import type { RepeatedHour } from '../import/values/wallTime.ts';
import { type RetriedDatabase, retryWhileUnreachable } from '../store/database/retryWhileUnreachable.ts';
import { describeError } from './output/describeError.ts';
import { parseList, parseText } from './options.ts';
import { startProgress } from './output/progress.ts';
import { withDatabase } from './withDatabase.ts';

/** Longer than a restart or a failover takes. */
const OUTAGE_LIMIT_MS = 300_000;

/** `import readings|devices|alerts FILE`; the exit code is 0 only if every row was imported. */
export function importCommand(): Command {
  return new Command('import')
    .description('import readings, devices or alerts from CSV or NDJSON files')
    .addCommand(readingsCommand())
    .addCommand(devicesCommand())
    .addCommand(alertsCommand());
}

function readingsCommand(): Command {
  return withValueOptions(withFileOptions(new Command('readings')), ['order', 'earlier', 'later', 'reject'])
    .description(
      'import readings: each row has device, tag, timestamp and value; importing a file again changes nothing'
    )
    .optionsGroup('Columns:')
    .option('--device-column <name>', 'name of the column with the device code')
    .option('--tag-column <name>', 'name of the column with the tag key')
    .option('--timestamp-column <name>', 'name of the column with the timestamp')
    .option('--value-column <name>', 'name of the column with the value')
    .option('--quality-column <name>', 'name of the column with the quality (default: that with words or codes of OPC)')
    .addOption(
      new Option('--tag-per-column', 'each further column is a tag; its name is the tag key').conflicts([
        'tag',
        'tagColumn',
        'valueColumn',
      ])
    )
    .option(
      '--ignore-column <name>',
      'with --tag-per-column, a column that is no tag, such as one of texts (repeatable)',
      (name: string, names: readonly string[] = []) => [...names, name]
    )
    .option('--device <code>', 'device code of all rows, if the file has no device column')
    .option('--tag <key>', 'tag key of all rows, if the file has no tag column')
    .optionsGroup('Options:')
    .addOption(
      new Option(
        '--min-quality <quality>',
        'lowest quality to import, if the file has qualities; other rows are rejected'
      )
        .choices(['good', 'uncertain', 'bad'])
        .default('uncertain')
    )
    .option('--good-quality <list>', 'comma-separated words that mean a good quality in this file', parseList)
    .option(
      '--states <list>',
      'numbers of words in the place of values: ON=1,OFF=0,FAULT=2, of one tag "TAG: ON=1,OFF=0", of no value "WORD=" (repeatable)',
      addStates
    )
    .addOption(
      new Option('--on-conflict <what>', 'if another value is stored for the same time: keep or replace it')
        .choices(['keep', 'replace'])
        .default('keep')
    )
    .optionsGroup('New devices and tags:')
    .option('--create-missing', 'create unknown devices and tags; otherwise their rows are rejected')
    .option('--site <code>', 'site of new devices', parseText)
    .option('--site-name <name>', 'name of a new site (default: its code)', parseText)
    .option('--site-zone <zone>', 'time zone of a new site (default: --zone, or UTC)')
    .option('--area <name>', 'area of new devices', parseText, DEFAULT_AREA)
    .addOption(new Option('--unit <unit>', 'unit of new tags').argParser(parseText).default('', 'none'))
    .addHelpText('after', `${columnsHelp(readingFields({}))}\n${TIMES_HELP}${READINGS_EXAMPLES}`)
    .action((path: string, options: ReadingOptions) =>
      run(path, options, (database, signal) => readingsWork(database, signal, options))
    );
}

function devicesCommand(): Command {
  return withFileOptions(new Command('devices'))
    .description('import sites, devices and tags: one row per tag; importing a file again changes nothing')
    .option('--site <code>', 'site of rows without one', parseText)
    .option('--site-zone <zone>', 'time zone of new sites without one, such as Europe/Madrid')
    .addHelpText('after', columnsHelp(DEVICE_FIELDS))
    .action((path: string, options: DeviceOptions) => run(path, options, (database) => devicesWork(database, options)));
}

function alertsCommand(): Command {
  return withValueOptions(withFileOptions(new Command('alerts')), ['reject', 'earlier', 'later'])
    .description(
      'import alerts, one per row, or a journal whose rows are RAISED, CLEARED and ACK; an alert with a known id is updated'
    )
    .option('--severity <severity>', 'severity of all alerts, if the file has no column: info, advertencia, critica')
    .option('--start-value <number>', 'value of all alerts at their start, if the file has no column')
    .addHelpText('after', `${columnsHelp(alertFields({}))}\n${TIMES_HELP}`)
    .action((path: string, options: AlertOptions) => run(path, options, (database) => alertsWork(database, options)));
}

function run(
  path: string,
  options: FileOptions,
  makeWork: (database: RetriedDatabase, signal: AbortSignal) => ImportWork
): Promise<void> {
  return withDatabase(async ({ pool, location, outageReason }, signal, env) => {
    const progress = startProgress();
    const lines = [`Database: ${location}`];
    const notify = (message: string) => {
      progress.end();
      process.stderr.write(`${message}\n`);
    };
    const retry = retryWhileUnreachable({
      limitMs: OUTAGE_LIMIT_MS,
      signal,
      onOutage: (error) =>
        notify(
          `The database takes no rows now; waiting for it for up to ${OUTAGE_LIMIT_MS / 60_000} minutes: ${describeError(error)}`
        ),
      outageReason,
      onRecovery: () => notify('The database takes rows again; the import continues.'),
    });
    try {
      const context = { signal, onProgress: progress.update, print: (line: string) => lines.push(line) };
      const work = makeWork({ pool, retry }, signal);
      const outcome = await runImport(path, options, work, context);
      lines.push(...describeDashboard(work.dashboard?.(), env));
      process.exitCode = outcome === 'complete' ? 0 : signal.aborted ? 130 : 1;
    } finally {
      progress.end();
      process.stdout.write(lines.map((line) => `${line}\n`).join(''));
    }
  });
}

function describeDashboard(path: string | undefined, env: Environment): string[] {
  if (path === undefined) {
    return [];
  }
  const url = readDashboardsUrl(env);
  return url === undefined
    ? ['See it at this path of the workbench or Grafana (DASHBOARDS_URL is not set):', `  ${path}`]
    : ['See it:', `  ${url}${path}`];
}

function withFileOptions(command: Command): Command {
  return command
    .argument('<file>', 'CSV or NDJSON file; decompressed if its name ends in .gz; - for stdin')
    .addOption(
      new Option('--format <format>', 'file format (default: detected from the first character)').choices([
        'csv',
        'ndjson',
      ])
    )
    .option(
      '--delimiter <character>',
      'column delimiter (default: the most frequent of , ; tab | in the header)',
      parseDelimiter
    )
    .option('--header-line <n>', 'line with the column names (default: the first one that is not blank)', parseLine)
    .option('--encoding <name>', 'character encoding: utf-8, windows-1252, utf-16le …', 'utf-8')
    .option('--max-errors <n>', 'stop when more than this many rows are rejected (default: never)', parseCount)
    .option('--rejects <file>', 'write rejected rows with line and reason to this new file, to fix and import again')
    .option('--force', 'overwrite an existing file of --rejects if rows are rejected')
    .option('--dry-run', 'check the whole file and compare it with what is stored, without writing anything');
}

/** @param repeatedHours choices of `--repeated-hour`, the default first */
function withValueOptions(command: Command, repeatedHours: readonly RepeatedHour[]): Command {
  return command
    .option('--time-format <format>', 'iso, epoch-s, epoch-ms or a pattern such as "dd/MM/yyyy HH:mm:ss"', 'iso')
    .option('--zone <zone>', 'time zone of timestamps without an offset, such as Europe/Madrid')
    .addOption(
      new Option(
        '--repeated-hour <which>',
        'how to tell apart the hour that repeats when clocks are set back: by the order of the rows, use one occurrence, or reject them'
      )
        .choices(repeatedHours)
        .default(repeatedHours[0])
    )
    .option('--decimal-comma', 'values have a decimal comma, such as 12,5');
}

const READINGS_EXAMPLES = `

Examples:
  A file of one machine with a column of times without an offset and a column of values; with --dry-run, it shows what would be imported:
  $ npm run -s api -- import readings machine.csv --device PRESS-1 --tag temperature --zone Europe/Madrid --create-missing --site NORTE`;

const TIMES_HELP = `Pattern letters of --time-format: ${PATTERN_HELP}.`;

function columnsHelp(fields: readonly Field[]): string {
  const lines = fields.map(
    ({ name, aliases, required }) =>
      `  ${name}${required ? ' (required)' : ''}${aliases.length > 0 ? `: ${aliases.join(', ')}` : ''}`
  );
  return `\nColumns and their other names (case, accents, spaces and _ - . are ignored):\n${lines.join('\n')}`;
}

function parseDelimiter(text: string): string {
  const delimiter = text === '\\t' || text === 'tab' ? '\t' : text;
  if (delimiter.length !== 1 || delimiter === '"') {
    throw new InvalidArgumentError('Must be one character other than a quote, or "tab".');
  }
  return delimiter;
}

function addStates(text: string, before: readonly StateNumbers[] = []): StateNumbers[] {
  try {
    return [...before, parseStates(text)];
  } catch (error) {
    throw error instanceof InputError ? new InvalidArgumentError(`${error.message}.`) : error;
  }
}

function parseLine(text: string): number {
  const line = parseCount(text);
  if (line === 0) {
    throw new InvalidArgumentError('The first line is 1.');
  }
  return line;
}

function parseCount(text: string): number {
  const count = Number(text);
  if (!Number.isInteger(count) || count < 0) {
    throw new InvalidArgumentError('Must be an integer of 0 or more.');
  }
  return count;
}
