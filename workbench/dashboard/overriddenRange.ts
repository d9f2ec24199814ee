import { dateMath, dateTime, isDateTime, rangeUtil, type DateTime, type TimeRange } from '@grafana/data';

/** A panel's own time options. */
export interface TimeOverride {
  /** For example `7d`: the last seven days. Applies only if the dashboard's time range is relative. */
  readonly timeFrom: string | undefined;
  /** For example `1w`: moves the whole time range back by one week. */
  readonly timeShift: string | undefined;
}

export interface OverriddenRange {
  readonly range: TimeRange;
  /** The difference from the dashboard's time range as text; empty if there is none. */
  readonly timeInfo: string;
}

/** The time range of a panel that overrides the dashboard's. An invalid option is shown in `timeInfo` and not applied. */
export function overriddenRange(dashboard: TimeRange, { timeFrom, timeShift }: TimeOverride): OverriddenRange {
  let range = dashboard;
  const infos: string[] = [];
  if (timeFrom && !isDateTime(dashboard.raw.from)) {
    const { from, to, display, invalid } = rangeUtil.describeTextRange(timeFrom);
    // The text of describeTextRange is always English.
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
