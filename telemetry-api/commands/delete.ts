import { Command } from 'commander';
import { count, type Line, lines } from '../import/report.ts';
import { noRows, type DeletedRows } from '../store/deletion/deletedRows.ts';
import { countBeside, countDeletion } from '../store/deletion/countDeletion.ts';
import { deleteReadings } from '../store/deletion/deleteReadings.ts';
import { deleteTags } from '../store/deletion/deleteTags.ts';
import { ALL_TIMES } from '../store/deletion/deletionSteps.ts';
import type { Database } from '../store/database/database.ts';
import { findDevice, type FoundDevice } from '../store/inventory/findDevice.ts';
import { BUCKETS } from '../store/readings/levels.ts';
import type { TimeRange } from '../store/readings/timeRange.ts';
import { parseDateTime } from './options.ts';
import { startProgress } from './output/progress.ts';
import { withDatabase } from './withDatabase.ts';

interface DeleteOptions {
  readonly device: string;
  readonly tag?: readonly string[];
  readonly from?: number;
  readonly to?: number;
  readonly yes?: boolean;
}

/** What a command deletes. */
interface Deletion {
  readonly device: FoundDevice;
  readonly tags: FoundDevice['tags'];
  readonly range: TimeRange;
  /** Whether tags are deleted as well, or their device. */
  readonly what: 'readings' | 'tags' | 'device';
}

/** `delete readings|tag|device`: undoes a wrong import. */
export function deleteCommand(): Command {
  return new Command('delete')
    .description('delete readings, tags or devices, such as those of a wrong import; without --yes, only count them')
    .addCommand(
      withTags(new Command('readings'))
        .description('delete readings of tags; buckets and latest values are then as if they had never been imported')
        .option(
          '--from <date-time>',
          'start, inclusive, such as 2026-01-31T00:00:00-06:00 (default: the first reading)',
          parseDateTime
        )
        .option('--to <date-time>', 'end, exclusive (default: after the last reading)', parseDateTime)
        .action((options: DeleteOptions) => run('readings', options))
    )
    .addCommand(
      withTags(new Command('tag'))
        .description('delete tags with their readings, buckets, latest values and alerts')
        .action((options: DeleteOptions) => run('tags', options))
    )
    .addCommand(
      withDevice(new Command('device'))
        .description('delete a device with its tags, their readings, buckets, latest values and alerts')
        .action((options: DeleteOptions) => run('device', options))
    );
}

function withDevice(command: Command): Command {
  return command
    .requiredOption('--device <code>', 'device code')
    .option(
      '--yes',
      'delete what is counted; it cannot be restored other than by importing it again, or from a backup'
    );
}

function withTags(command: Command): Command {
  return withDevice(command).requiredOption(
    '--tag <key>',
    'tag key; repeat the option for several tags',
    (tag: string, tags: string[] = []) => [...tags, tag]
  );
}

async function run(what: Deletion['what'], options: DeleteOptions): Promise<void> {
  const range = { fromMs: options.from ?? ALL_TIMES.fromMs, toMs: options.to ?? ALL_TIMES.toMs };
  if (range.fromMs >= range.toMs) {
    throw new Error('--from must be before --to.');
  }
  await withDatabase(async ({ pool, location }, signal) => {
    process.stdout.write(`Database: ${location}\n`);
    const deletion = { ...(await findTags(pool, options)), range, what };
    if (options.yes) {
      await act(pool, deletion, signal);
    } else {
      process.stdout.write(await describePlan(pool, deletion));
    }
  });
}

/** @throws if there is no such device or tag */
async function findTags(
  pool: Database['pool'],
  { device: code, tag: keys }: DeleteOptions
): Promise<Pick<Deletion, 'device' | 'tags'>> {
  const device = await findDevice(pool, code);
  if (device === undefined) {
    throw new Error(`There is no device ${code}. See: devices list`);
  }
  const tags = device.tags.filter(({ key }) => keys?.includes(key) ?? true);
  const unknown = keys?.filter((key) => !tags.some((tag) => tag.key === key)) ?? [];
  if (unknown.length > 0) {
    throw new Error(
      `Device ${code} has no tag ${unknown.join(', ')}. Its tags: ${device.tags.map(({ key }) => key).join(', ') || 'none'}`
    );
  }
  return { device, tags };
}

async function describePlan(pool: Database['pool'], { tags, range, what }: Deletion): Promise<string> {
  const progress = startProgress();
  const all = noRows();
  for (const { id, key } of tags) {
    await countDeletion(pool, id, range, all, () => progress.update(() => `${key}: counting`));
  }
  progress.end();
  const { alerts, exports } = await countBeside(
    pool,
    tags.map(({ id }) => id),
    range
  );
  const isDeleted = what !== 'readings';
  const counted = { ...all, alerts: isDeleted ? alerts : 0, tags: tags.length, devices: 1 };
  const kept = lines([
    isDeleted || alerts === 0 ? undefined : [alerts, 'alerts of this time'],
    exports === 0 ? undefined : [exports, 'export files that may have these readings'],
  ]);
  return [
    ...describeRows(counted, what),
    ...(kept.length === 0 ? [] : ['These stay:', ...kept]),
    'Nothing was deleted. Repeat the command with --yes to delete it.',
    '',
  ].join('\n');
}

async function act(pool: Database['pool'], { device, tags, range, what }: Deletion, signal: AbortSignal) {
  const progress = startProgress();
  const deleted = noRows();
  const keysById = new Map(tags.map(({ id, key }) => [id, key]));
  const options = {
    signal,
    onStep: (tagId: number, done: number, steps: number) =>
      progress.update(
        () =>
          `${keysById.get(tagId)}: ${Math.floor((100 * done) / steps)} %, ${count(deleted.readings)} readings deleted`
      ),
  };
  let isComplete = false;
  try {
    const ids = tags.map(({ id }) => id);
    if (what === 'readings') {
      for (const id of ids) {
        await deleteReadings(pool, id, range, deleted, options);
      }
    } else {
      await deleteTags(pool, ids, what === 'device' ? device.id : undefined, deleted, options);
    }
    isComplete = true;
  } catch (error) {
    if (!signal.aborted) {
      throw error;
    }
    process.exitCode = 130;
  } finally {
    progress.end();
    process.stdout.write(
      [
        ...describeRows(deleted, what),
        isComplete
          ? 'Deleted.'
          : 'Not complete: this much was deleted, and buckets and latest values fit what is left. Repeat the command to delete the rest.',
        '',
      ].join('\n')
    );
  }
}

function describeRows(rows: DeletedRows, what: Deletion['what']): string[] {
  const named = (number: number, noun: string): Line => [number, number === 1 ? noun : `${noun}s`];
  return lines([
    named(rows.readings, 'reading'),
    ...BUCKETS.map(({ level }): Line => [rows.buckets[level], `buckets of ${level}`]),
    rows.recomputed > 0 ? [rows.recomputed, 'buckets that keep other readings, computed from these'] : undefined,
    named(rows.latest, 'latest value'),
    ...(what === 'readings' ? [] : [named(rows.alerts, 'alert'), named(rows.tags, 'tag')]),
    ...(what === 'device' ? [named(rows.devices, 'device')] : []),
  ]);
}
