import type { AlertTally } from './importAlerts.ts';
import type { DeviceTally } from './importDevices.ts';
import type { ReadingTally } from './importReadings.ts';
import type { Rejections } from './rejections.ts';
import type { RepeatedHour } from './wallTime.ts';

const MEANT: Record<RepeatedHour, string> = {
  earlier: 'the earlier pass was taken (--repeated-hour)',
  later: 'the later pass was taken (--repeated-hour)',
  reject: 'they were rejected (--repeated-hour)',
};

type Line = [count: number, text: string] | null;

/**
 * What became of a readings file, for people.
 * @param made by --create-missing
 * @param clock how often an hour was met that came twice
 */
export function reportReadings(
  tally: ReadingTally,
  isDryRun: boolean,
  onConflict: 'keep' | 'replace',
  made: { devices: number; tags: number } | null,
  clock: { zone: string; repeated: number; repeatedHour: RepeatedHour }
): string[] {
  const lost = tally.rows - tally.inserted - tally.identical - tally.conflicting - tally.rejected - tally.unwritten;
  const kept = onConflict === 'keep';
  return lines([
    ...(isDryRun
      ? [[tally.unwritten, 'good; not written, as this is a dry run'] satisfies Line]
      : ([
          [tally.inserted, 'new'],
          [tally.identical, 'there already with the same value'],
        ] satisfies Line[])),
    tally.conflicting > 0
      ? [
          tally.conflicting,
          kept
            ? 'there already with ANOTHER value, which was kept (--on-conflict replace overwrites it)'
            : 'there with another value, which was overwritten',
        ]
      : null,
    lost > 0 ? [lost, 'read but not written; import the file again to complete it'] : null,
    [tally.rejected, 'rejected'],
    tally.future > 0 ? [tally.future, 'of all lie in the future'] : null,
    clock.repeated > 0
      ? [clock.repeated, `of all lie in an hour that came twice in ${clock.zone}; ${MEANT[clock.repeatedHour]}`]
      : null,
    ...madeLines(made, isDryRun),
  ]);
}

function madeLines(made: { devices: number; tags: number } | null, isDryRun: boolean): Line[] {
  const verb = isDryRun ? 'would be made' : 'made';
  return Object.entries(made ?? {}).map(([things, times]) =>
    times > 0 ? [times, `${times === 1 ? things.slice(0, -1) : things} ${verb}`] : null
  );
}

export function reportDevices({ devices, tags, rejected }: DeviceTally): string[] {
  return lines([
    [devices.added, 'devices new'],
    [devices.changed, 'devices changed'],
    [devices.unchanged, 'devices there already and the same'],
    [tags.added, 'tags new'],
    [tags.changed, 'tags changed'],
    [tags.unchanged, 'tags there already and the same'],
    [rejected, 'rows rejected'],
  ]);
}

export function reportAlerts({ added, changed, unchanged, repeated, rejected }: AlertTally): string[] {
  return lines([
    [added, 'new'],
    [changed, 'changed'],
    [unchanged, 'there already and the same'],
    repeated > 0 ? [repeated, 'came again further down; the last one counts'] : null,
    [rejected, 'rejected'],
  ]);
}

/** Why rows were rejected: the first ones in full, all by reason. */
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

function lines(entries: Line[]): string[] {
  const shown = entries.filter((entry) => entry !== null);
  const width = Math.max(...shown.map(([times]) => count(times).length));
  return shown.map(([times, text]) => `  ${count(times).padStart(width)}  ${text}`);
}

export function count(value: number): string {
  return value.toLocaleString('en');
}
