import { dateTimeFormat, type QueryResultMetaNotice } from '@grafana/data';
import type { SeriesLabels } from '../../core/inventory/legend';
import type { LatestValue } from '../../core/latest/latestValue';
import { ageMs, isAhead } from '../../core/time/clock';
import { shortDuration } from '../../core/time/durationText';
import type { EpochMs } from '../../core/time/window';
import { translate } from '../../locales/translate';
import { shortListText, warning } from './notices';
import { freshnessLabels } from './valueLabels';

/* What panels say about latest readings. */

/** A notice names at most this many values and counts the others. */
export const MAX_NAMED_VALUES = 5;

interface LabelledValue {
  readonly latest: LatestValue;
  readonly labels: SeriesLabels;
}

/** Such as “12 s ago”. */
export function ageText({ timeEpochMs }: Pick<LatestValue, 'timeEpochMs'>, nowEpochMs: EpochMs): string {
  const age = ageMs(timeEpochMs, nowEpochMs);
  if (age === undefined) {
    return freshnessLabels().none.text;
  }
  if (isAhead(timeEpochMs, nowEpochMs)) {
    return freshnessLabels().ahead.text;
  }
  return translate('latest.ago', '{{age}} ago', { age: shortDuration(age) });
}

/** Nothing else shows in every format why they are not current. */
export function aheadNotice(
  values: readonly LabelledValue[],
  { nowEpochMs, timeZone }: { readonly nowEpochMs: EpochMs; readonly timeZone: string }
): QueryResultMetaNotice | undefined {
  const ahead = values.filter(({ latest }) => isAhead(latest.timeEpochMs, nowEpochMs));
  if (ahead.length === 0) {
    return undefined;
  }
  const describeValue = ({ latest, labels }: LabelledValue) =>
    `${labels.device} · ${labels.tag} (${dateTimeFormat(latest.timeEpochMs!, { timeZone })})`;
  return warning(
    translate('notices.valuesAhead', 'Values dated in the future: {{values}}. Check the clock of their source.', {
      values: shortListText(ahead, MAX_NAMED_VALUES, describeValue),
    })
  );
}

/** They look like tags without readings, which they are not. */
export function unreadableNotice(values: readonly LabelledValue[]): QueryResultMetaNotice | undefined {
  const unreadable = values.filter(({ latest }) => latest.problem !== undefined);
  if (unreadable.length === 0) {
    return undefined;
  }
  const describeValue = ({ latest, labels }: LabelledValue) => `${labels.device} · ${labels.tag} (${latest.problem})`;
  return warning(
    translate('notices.unreadableValues', 'Values of the server that cannot be read: {{values}}.', {
      values: shortListText(unreadable, MAX_NAMED_VALUES, describeValue),
    })
  );
}
