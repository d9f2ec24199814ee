import type { PanelData } from '@grafana/data';
import { t } from '@grafana/i18n';
import { Text } from '@grafana/ui';
import React from 'react';
import { durationText } from '../../../core/time/durationText';
import { missingSeriesText } from '../../../editors/query/missingSeriesText';
import { ReadBack } from '../../../editors/query/ReadBack';
import { type SelectedTags, sharedTag } from '../../../editors/query/useSelectedTags';
import { translate } from '../../../locales/translate';
import { missingFields } from '../../history/historyQuery';
import { type PeriodsSummary, readSummary } from '../frames/periodsSummary';
import type { PeriodsQuery } from '../periodsQuery';
import { periodsSentence } from './periodsSentence';

interface PeriodsPreviewProps {
  readonly query: PeriodsQuery;
  readonly selected: SelectedTags;
  /** True if the tags have something to show without a condition. */
  readonly showsStates: boolean;
  readonly data: PanelData | undefined;
}

/** The query in words, and how many periods the panel has found; before that, what the query lacks. */
export function PeriodsPreview({ query, selected, showsStates, data }: PeriodsPreviewProps) {
  const missing =
    missingSeriesText(missingFields(query)) ??
    (query.condition.value === '' && !showsStates
      ? t('editors.missing.value', 'Choose the value of the condition')
      : undefined);
  // Grafana keeps regions apart from the other frames.
  const summary = readSummary([...(data?.series ?? []), ...(data?.annotations ?? [])], query.refId);
  return (
    <ReadBack text={missing ?? periodsSentence(query, sharedTag(selected))}>
      {missing === undefined && query.condition.value !== '' && summary !== undefined && (
        <Text element="p" color="secondary" variant="bodySmall">
          {summaryText(summary)}
        </Text>
      )}
    </ReadBack>
  );
}

function summaryText({ count, atLeastMs, atMostMs, isLoading }: PeriodsSummary): string {
  if (atLeastMs < atMostMs) {
    const bounds = { atLeast: durationText(atLeastMs), atMost: durationText(atMostMs) };
    return isLoading
      ? translate('periods.summary.loading', '', {
          count,
          ...bounds,
          defaultValue_one: '{{count, number}} period so far, at least {{atLeast}}, at most {{atMost}} in all',
          defaultValue_other: '{{count, number}} periods so far, at least {{atLeast}}, at most {{atMost}} in all',
        })
      : translate('periods.summary.proven', '', {
          count,
          ...bounds,
          defaultValue_one: '{{count, number}} period found, at least {{atLeast}}, at most {{atMost}} in all',
          defaultValue_other: '{{count, number}} periods found, at least {{atLeast}}, at most {{atMost}} in all',
        });
  }
  return count === 0
    ? t('periods.summary.none', 'No period in the time range')
    : translate('periods.summary.decided', '', {
        count,
        duration: durationText(atLeastMs),
        defaultValue_one: '{{count, number}} period, {{duration}} in all',
        defaultValue_other: '{{count, number}} periods, {{duration}} in all',
      });
}
