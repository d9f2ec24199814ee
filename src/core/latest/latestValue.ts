import { asObject, decodeListPage, identityField, instantField, numberField, textField } from '../api/fields';
import { OPERATIONS } from '../api/operations';
import type { ListPage } from '../api/pages';
import type { TelemetryError } from '../api/telemetryError';
import type { Undecided } from '../history/undecided';
import { type EpochMs, WEEK_MS } from '../time/window';

/** The latest reading of a tag, as far as the server knows it. */
export interface LatestValue {
  readonly device: string;
  readonly tag: string;
  /** The tag's name; its key where the server does not send it. */
  readonly name: string;
  readonly unit: string;
  /** Undefined for a tag without readings. */
  readonly value: number | undefined;
  readonly timeEpochMs: EpochMs | undefined;
  /** Why the server's value or time cannot be read, in English; both are then undefined. */
  readonly problem?: string;
  /** Of an earlier instant: why the value is not known; it and its time are then undefined. */
  readonly undecided?: Undecided;
  /** Of an earlier instant: true for the average of a bucket whose readings the server no longer retains; its time is its start. */
  readonly isAverage?: boolean;
}

/**
 * A plant of which nothing is newer is history, such as an import of last year, and not an outage: somebody would have noticed
 * that nothing at all arrives, also after a weekend and holidays.
 */
export const NOT_LIVE_AFTER_MS = WEEK_MS;

/**
 * Since when a plant is not live.
 * @param newest the times of all readings and contacts that the key can see, whatever a query selects of them
 * @returns the newest of them; undefined for a live plant, and for one of which no time is known
 */
export function notLiveSince(newest: ReadonlyArray<EpochMs | undefined>, nowEpochMs: EpochMs): EpochMs | undefined {
  const lastEpochMs = newest.reduce<EpochMs>((last, time) => Math.max(last, time ?? -Infinity), -Infinity);
  return lastEpochMs > -Infinity && nowEpochMs - lastEpochMs > NOT_LIVE_AFTER_MS ? lastEpochMs : undefined;
}

/**
 * Decodes a page of latest values. A tag without a reading may have a blank value and time; one whose value or time cannot be read
 * says why.
 * @throws TelemetryError `malformed` for an item without device or tag
 */
export function decodeValuesPage(body: unknown): ListPage<LatestValue> {
  return decodeListPage(body, OPERATIONS.values.path, 'valores', decodeValue);
}

function decodeValue(item: unknown, where: string): LatestValue {
  const fields = asObject(item, where);
  const tag = identityField(fields, 'tag', where);
  const identity = {
    device: identityField(fields, 'dispositivo', where),
    tag,
    name: textField(fields, 'nombre') || tag,
    unit: textField(fields, 'unidad'),
  };
  try {
    return {
      ...identity,
      value: numberField(fields, 'valor', where),
      timeEpochMs: instantField(fields, 'ts', where),
    };
  } catch (error) {
    // All panels share the list: one bad value must not cost the others.
    return { ...identity, value: undefined, timeEpochMs: undefined, problem: (error as TelemetryError).detail };
  }
}
