import { type DataFrame, type Field, FieldType, type QueryResultMetaNotice } from '@grafana/data';
import { COUNT_UNIT } from './grafanaUnit';
import type { EpochMs } from '../../core/time/window';

interface CountedGroup {
  /** Stays the same in every language, for overrides and alert rules. */
  readonly name: string;
  /** The name that users read. */
  readonly text: string;
  /** Null: not known. */
  readonly count: number | null;
  /** Undefined: the panel colors it. */
  readonly color?: string | undefined;
}

interface CountsFrameOptions {
  readonly refId: string;
  readonly timeEpochMs: EpochMs;
  readonly notices?: readonly QueryResultMetaNotice[];
}

/** How many there are of each group, as of one instant: a stat panel shows a number for each. The panel colors them. */
export function countsFrame(
  groups: readonly CountedGroup[],
  { refId, timeEpochMs, notices = [] }: CountsFrameOptions
): DataFrame {
  return {
    refId,
    name: refId,
    length: 1,
    fields: [
      { name: 'time', type: FieldType.time, config: {}, values: [timeEpochMs] },
      ...groups.map(({ name, text, count, color }): Field<number | null> => ({
        name,
        type: FieldType.number,
        config: {
          unit: COUNT_UNIT,
          decimals: 0,
          min: 0,
          displayNameFromDS: text,
          ...(color !== undefined && { color: { mode: 'fixed', fixedColor: color } }),
        },
        values: [count],
      })),
    ],
    meta: { notices: [...notices] },
  };
}
