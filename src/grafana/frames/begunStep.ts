import { dateTimeFormat, type QueryResultMetaNotice } from '@grafana/data';
import type { EpochMs, TimeWindow } from '../../core/time/window';
import { translate } from '../../locales/translate';
import { info } from './notices';

/**
 * The start of the step that a range has nothing but: all of them begin before it, and the last one goes on in it. Where a panel with an axis
 * of time has no point in its range, Grafana shows no bar, but a button that leaves the range.
 * @param timeEpochMs the starts of the steps where the panel shows them, ascending
 */
export function begunStep(timeEpochMs: readonly EpochMs[], { fromEpochMs }: TimeWindow): EpochMs | undefined {
  const last = timeEpochMs.at(-1);
  return last !== undefined && last < fromEpochMs ? last : undefined;
}

/**
 * The same times, with that step at the beginning of the range.
 * @param stepEpochMs its start; undefined: there is none
 */
export function fromRangeOn<Times extends number[] | Float64Array>(
  timeEpochMs: Times,
  stepEpochMs: EpochMs | undefined,
  { fromEpochMs }: TimeWindow
): Times {
  return stepEpochMs === undefined
    ? timeEpochMs
    : (timeEpochMs.map((epochMs) => (epochMs === stepEpochMs ? fromEpochMs : epochMs)) as Times);
}

/** Says when such a step began, which the axis does not. */
export function begunStepNotice(stepEpochMs: EpochMs, timeZone: string): QueryResultMetaNotice {
  return info(
    translate(
      'notices.begunStep',
      'The step that began at {{time}}, before the time range, is shown from the beginning of the range on.',
      { time: dateTimeFormat(stepEpochMs, { timeZone }) }
    )
  );
}
