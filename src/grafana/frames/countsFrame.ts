import { type DataFrame, type Field, FieldType, type QueryResultMetaNotice } from '@grafana/data';
import type { EpochMs } from '../../core/time/window';

interface CountedGroup {
  /** Stays the same in every language, for overrides and alert rules. */
  readonly name: string;
  /** The name that users read. */
  readonly text: string;
  readonly count: number;
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
      ...groups.map(({ name, text, count }): Field<number> => ({
        name,
        type: FieldType.number,
        config: { unit: 'none', decimals: 0, min: 0, displayNameFromDS: text },
        values: [count],
      })),
    ],
    meta: { notices: [...notices] },
  };
}
