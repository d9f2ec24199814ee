import { dateMath, dateTime, isDateTime, rangeUtil, type DateTime, type TimeRange } from '@grafana/data';

/** A panel's own time options. */
export interface TimeOverride {
  /** Such as `7d`: that long until now, where the dashboard's range is relative too. */
  readonly timeFrom: string | undefined;
  /** Such as `1w`: the whole range that much earlier. */
  readonly timeShift: string | undefined;
}

export interface OverriddenRange {
  readonly range: TimeRange;
  /** What differs from the dashboard, in words; empty when nothing does. */
  readonly timeInfo: string;
}

/** The range of a panel with time options of its own. An option that cannot be read is said and left out. */
export function overriddenRange(dashboard: TimeRange, { timeFrom, timeShift }: TimeOverride): OverriddenRange {
  let range = dashboard;
  const infos: string[] = [];
  if (timeFrom && !isDateTime(dashboard.raw.from)) {
    const { from, to, display, invalid } = rangeUtil.describeTextRange(timeFrom);
    // describeTextRange knows English only.
    infos.push(invalid ? display : rangeUtil.describeTimeRange({ from, to }));
    if (!invalid) {
      range = rangeUtil.convertRawToRange({ from, to });
    }
  }
  if (timeShift) {
    const from = shifted(range.from, timeShift);
    const to = shifted(range.to, timeShift);
    infos.push(`-${timeShift}`);
    if (from && to) {
      range = { from, to, raw: { from, to } };
    }
  }
  return { range, timeInfo: infos.join(' ') };
}

function shifted(time: DateTime, timeShift: string): DateTime | undefined {
  return dateMath.parseDateMath(`-${timeShift}`, dateTime(time), false) ?? undefined;
}
