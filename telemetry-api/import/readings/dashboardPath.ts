import type { ReadingTally } from './importReadings.ts';

/** More tags in an address are not readable in a chart either. */
const MAX_TAGS = 8;
/** A time range that a chart can show, for a file with one time. */
const MIN_RANGE_MS = 3_600_000;

/**
 * The path of the dashboard that shows what was imported: one tag, or the first device with its tags.
 * @returns undefined if nothing was imported
 */
export function dashboardPath({
  tags,
  firstMs,
  lastMs,
}: Pick<ReadingTally, 'tags' | 'firstMs' | 'lastMs'>): string | undefined {
  const [first, ...rest] = [...tags.values()];
  if (first === undefined) {
    return undefined;
  }
  const ofDevice = [first, ...rest.filter(({ device }) => device === first.device)].slice(0, MAX_TAGS);
  const marginMs = Math.max(0, MIN_RANGE_MS - (lastMs - firstMs)) / 2;
  const parameters = [
    ['var-device', first.device],
    ...ofDevice.map(({ tag }) => ['var-tag', tag] as const),
    ['from', Math.floor(firstMs - marginMs)],
    ['to', Math.ceil(lastMs + 1 + marginMs)],
  ] as const;
  const query = parameters.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&');
  return `/d/${ofDevice.length > 1 ? 'plant-device' : 'plant-tag'}?${query}`;
}
