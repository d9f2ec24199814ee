import { dateTimeFormat, type QueryResultMetaNotice } from '@grafana/data';
import type { SeriesLabels } from '../../core/inventory/legend';
import type { LatestValue } from '../../core/latest/latestValue';
import { ageMs, isAhead } from '../../core/time/clock';
import { shortDuration } from '../../core/time/durationText';
import type { EpochMs } from '../../core/time/window';
import { translate } from '../../locales/translate';
import { describeError } from '../errorMessage';
import { type FrameNotices, shortListText, warning } from './notices';
import { freshnessLabels } from './valueLabels';

/* What panels say about latest readings. */

/** A notice names at most this many values and counts the others. */
export const MAX_NAMED_VALUES = 5;

interface LabelledValue {
  readonly latest: LatestValue;
  readonly labels: SeriesLabels;
}

/** What stands for an age that is not known. */
export const UNKNOWN_AGE = '–';

/** Such as “12 s ago”. */
export function ageText(
  { timeEpochMs, undecided }: Pick<LatestValue, 'timeEpochMs' | 'undecided'>,
  nowEpochMs: EpochMs
): string {
  if (undecided !== undefined) {
    return UNKNOWN_AGE;
  }
  const age = ageMs(timeEpochMs, nowEpochMs);
  if (age === undefined) {
    return freshnessLabels().none.text;
  }
  if (isAhead(timeEpochMs, nowEpochMs)) {
    return freshnessLabels().ahead.text;
  }
  return translate('latest.ago', '{{age}} ago', { age: shortDuration(age) });
}

/** What is wrong with values, which no format shows by itself. */
export function valueNotices(values: readonly LabelledValue[], options: NoticeOptions): FrameNotices {
  return [
    aheadNotice(values, options),
    unreadableNotice(values),
    undecidedValuesNotice(values),
    averageValuesNotice(values),
  ];
}

interface NoticeOptions {
  readonly nowEpochMs: EpochMs;
  readonly timeZone: string;
}

function aheadNotice(
  values: readonly LabelledValue[],
  { nowEpochMs, timeZone }: NoticeOptions
): QueryResultMetaNotice | undefined {
  const ahead = values.filter(({ latest }) => isAhead(latest.timeEpochMs, nowEpochMs));
  if (ahead.length === 0) {
    return undefined;
  }
  const describeValue = ({ latest, labels }: LabelledValue) =>
    `${describeSeries({ latest, labels })} (${dateTimeFormat(latest.timeEpochMs!, { timeZone })})`;
  return warning(
    translate('notices.valuesAhead', 'Values dated in the future: {{values}}. Check the clock of their source.', {
      values: shortListText(ahead, MAX_NAMED_VALUES, describeValue),
    })
  );
}

/** They look like tags without readings, which they are not. */
function unreadableNotice(values: readonly LabelledValue[]): QueryResultMetaNotice | undefined {
  const unreadable = values.filter(({ latest }) => latest.problem !== undefined);
  if (unreadable.length === 0) {
    return undefined;
  }
  const describeValue = ({ latest, labels }: LabelledValue) =>
    `${describeSeries({ latest, labels })} (${latest.problem})`;
  return warning(
    translate('notices.unreadableValues', 'Values of the server that cannot be read: {{values}}.', {
      values: shortListText(unreadable, MAX_NAMED_VALUES, describeValue),
    })
  );
}

/** Of an earlier instant: they look like tags without readings, too. */
export function undecidedValuesNotice(values: readonly LabelledValue[]): QueryResultMetaNotice | undefined {
  const undecided = values.filter(({ latest }) => latest.undecided !== undefined);
  const [first] = undecided;
  if (first === undefined) {
    return undefined;
  }
  const { cause, error } = first.latest.undecided!;
  const reason =
    cause === 'invalid'
      ? translate('notices.unusableBucket', 'The server sent a bucket that cannot be used.', {})
      : describeError(error);
  return {
    severity: 'error',
    text: translate('notices.undecidedValues', 'Values of that time are not known: {{values}}. {{reason}}', {
      values: shortListText(undecided, MAX_NAMED_VALUES, describeSeries),
      reason,
    }),
  };
}

/** Of an earlier instant. */
export function averageValuesNotice(values: readonly LabelledValue[]): QueryResultMetaNotice | undefined {
  const averages = values.filter(({ latest }) => latest.isAverage);
  return averages.length === 0
    ? undefined
    : warning(
        translate(
          'notices.averageValues',
          'The server no longer retains the readings of that time. Averages of the last minute with readings are shown of: {{values}}.',
          { values: shortListText(averages, MAX_NAMED_VALUES, describeSeries) }
        )
      );
}

function describeSeries({ labels }: LabelledValue): string {
  return `${labels.device} · ${labels.tag}`;
}
