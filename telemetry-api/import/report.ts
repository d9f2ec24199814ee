import type { AlertTally } from './alerts/importAlerts.ts';
import type { DeviceTally } from './inventory/importDevices.ts';
import { MAX_EMPTY_WORDS, type ReadingTally } from './readings/importReadings.ts';
import type { Rejections } from './file/rejections.ts';
import { quoted } from './values/importErrors.ts';
import type { RepeatedHour } from './values/wallTime.ts';

const REPEATED_HOUR_TEXTS: Record<RepeatedHour, string> = {
  order: 'the order of the rows decides, or they are rejected (--repeated-hour)',
  earlier: 'the earlier one was used (--repeated-hour)',
  later: 'the later one was used (--repeated-hour)',
  reject: 'they were rejected (--repeated-hour)',
};

/** More names are not read. */
const MAX_NAMED = 10;

export type Line = [count: number, text: string] | undefined;

/**
 * The summary of a readings import.
 * @param created what --create-missing created
 * @param clock number of timestamps in an hour that occurs twice
 */
export function reportReadings(
  tally: ReadingTally,
  isDryRun: boolean,
  onConflict: 'keep' | 'replace',
  created: { devices: number; tags: number } | undefined,
  clock: { zone: string; repeated: number; repeatedHour: RepeatedHour }
): string[] {
  const unfinished = tally.rows - tally.inserted - tally.identical - tally.conflicting - tally.rejected - tally.empty;
  const counts = lines([
    [tally.inserted, isDryRun ? 'not stored yet' : 'new'],
    [tally.identical, 'already stored with the same value'],
    tally.conflicting > 0 ? [tally.conflicting, conflictText(onConflict, isDryRun)] : undefined,
    unfinishedLine(unfinished),
    [tally.rejected, 'rejected'],
    tally.empty > 0 ? [tally.empty, `without a value: ${nameWords([...tally.emptyWords])}`] : undefined,
    tally.future > 0 ? [tally.future, 'of these in the future'] : undefined,
    tally.unsetClock > 0
      ? [tally.unsetClock, 'of these on 1 January 1970, where a clock begins that was not set']
      : undefined,
    tally.firstInexact && [
      tally.inexact,
      `of these with more digits than are stored, such as ${quoted(tally.firstInexact.inexact ?? '')}, which is ${tally.firstInexact.value} as it is stored`,
    ],
    tally.uncertain > 0
      ? [tally.uncertain, 'of these of uncertain quality (--min-quality good rejects them)']
      : undefined,
    tally.bad > 0 ? [tally.bad, 'of these of bad or unknown quality (--min-quality)'] : undefined,
    clock.repeated > 0
      ? [
          clock.repeated,
          `of these in an hour that occurs twice in ${clock.zone}; ${REPEATED_HOUR_TEXTS[clock.repeatedHour]}`,
        ]
      : undefined,
    ...createdLines(created, isDryRun),
  ]);
  return [
    ...counts,
    ...(tally.firstMs <= tally.lastMs ? [`  from ${formatTime(tally.firstMs)} to ${formatTime(tally.lastMs)}`] : []),
  ];
}

function nameWords(words: readonly string[]): string {
  const named = words.slice(0, MAX_EMPTY_WORDS).map((word) => (word === '' ? 'empty' : quoted(word)));
  return `${named.join(', ')}${words.length > named.length ? ' and more' : ''}`;
}

function conflictText(onConflict: 'keep' | 'replace', isDryRun: boolean): string {
  const would = isDryRun ? 'would be' : 'was';
  return onConflict === 'keep'
    ? `already stored with ANOTHER value, which ${would} kept (--on-conflict replace overwrites it)`
    : `already stored with another value, which ${would} overwritten`;
}

function formatTime(epochMs: number): string {
  return new Date(epochMs).toISOString();
}

/** Rows of an import that ended early. If the connection was lost, the last batch may be stored. */
function unfinishedLine(rows: number): Line {
  return rows > 0 ? [rows, 'read but not confirmed by the database; import the file again to complete it'] : undefined;
}

function createdLines(created: { devices: number; tags: number } | undefined, isDryRun: boolean): Line[] {
  const verb = isDryRun ? 'would be created' : 'created';
  return Object.entries(created ?? {}).map(([things, times]) =>
    times > 0 ? [times, `${times === 1 ? things.slice(0, -1) : things} ${verb}`] : undefined
  );
}

export function reportDevices({ devices, tags, rejected }: DeviceTally): string[] {
  return lines([
    [devices.added, 'new devices'],
    [devices.changed, 'changed devices'],
    [devices.unchanged, 'unchanged devices'],
    [tags.added, 'new tags'],
    [tags.changed, 'changed tags'],
    [tags.unchanged, 'unchanged tags'],
    [rejected, 'rejected rows'],
  ]);
}

export function reportAlerts(tally: AlertTally): string[] {
  const { rows, added, changed, unchanged, repeated, joined, open, withoutEnd, rejected } = tally;
  return lines([
    [added, 'new'],
    [changed, 'changed'],
    [unchanged, 'unchanged'],
    repeated > 0 ? [repeated, 'repeated further down; the last row of an alert applies'] : undefined,
    joined > 0 ? [joined, 'ends and acknowledgements of these'] : undefined,
    open > 0 ? [open, 'of these are open: they have no end'] : undefined,
    unfinishedLine(rows - added - changed - unchanged - repeated - joined - rejected),
    [rejected, 'rejected'],
    withoutEnd > 0
      ? [withoutEnd, 'of these with an end in the future, or more than a day before the start; they count as open']
      : undefined,
  ]);
}

/** Names columns of the file, if there are any. */
export function reportColumns(title: string, columns: readonly string[]): string[] {
  const named = columns.slice(0, MAX_NAMED).map(quoted).join(', ');
  const rest = columns.length - MAX_NAMED;
  return columns.length === 0 ? [] : [`${title}: ${named}${rest > 0 ? ` and ${count(rest)} more` : ''}`];
}

/** Lists rejected rows: the first ones in full, all of them counted by reason. */
export function reportRejections(file: string, rejections: Rejections): string[] {
  if (rejections.count() === 0) {
    return [];
  }
  const first = rejections.first();
  const rest = rejections.count() - first.length;
  return [
    ...first.map(({ line, detail }) => `${file}:${line}: ${detail}`),
    ...(rest > 0 ? [`… and ${count(rest)} more. By reason:`] : ['By reason:']),
    ...lines(rejections.reasons().map(([reason, times]) => [times, reason])),
  ];
}

export function lines(entries: readonly Line[]): string[] {
  const present = entries.filter((entry) => entry !== undefined);
  const width = Math.max(...present.map(([times]) => count(times).length));
  return present.map(([times, text]) => `  ${count(times).padStart(width)}  ${text}`);
}

export function count(value: number): string {
  return value.toLocaleString('en');
}
