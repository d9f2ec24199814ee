import { t } from '@grafana/i18n';
import { Stack } from '@grafana/ui';
import React from 'react';
import { canShowLatestReading, changeShift, type HistoryQuery } from '../historyQuery';
import { changeStaleAfter } from '../../../query/queryEdits';
import { StaleAfterField } from '../../../editors/query/StaleAfterField';
import type { Fill } from '../../../core/history/points/linePoints';
import { translate } from '../../../locales/translate';
import { FieldRow } from '../../../editors/shared/FieldRow';
import type { InventoryList } from '../../../editors/shared/useInventory';
import { AtField, ExpressionLabelsField, LimitsField, MaxSeriesField } from '../../../editors/query/SeriesOptionFields';
import { SignalFields } from '../../../editors/query/SignalFields';
import { FilterFields } from '../../../editors/query/SeriesFilterFields';
import { NoCacheField } from '../../../editors/query/NoCacheField';
import { SwitchField, WordField, wordLabel, type WordTexts } from '../../../editors/query/PlainFields';
import { OptionGroup } from '../../../editors/query/OptionGroup';
import { shiftLabel, ShiftField } from './ShiftField';

interface HistoryOptionsProps {
  readonly query: HistoryQuery;
  readonly inventory: InventoryList;
  apply(edited: HistoryQuery): void;
}

/** The options of a history query that most panels leave at their defaults. */
export function HistoryOptions({ query, inventory, apply }: HistoryOptionsProps) {
  const fills = fillTexts();
  const fillLabel = t('editors.fill.label', 'Empty steps');
  const filters = [...query.sites, ...query.areas, ...query.deviceTypes].join(', ');
  const summary = [
    ...(filters === '' ? [] : [translate('editors.filters.summary', 'Filter: {{filters}}', { filters })]),
    `${fillLabel}: ${wordLabel(fills, query.fill)}`,
    ...(query.shift === '' ? [] : [shiftLabel(query.shift)]),
    ...(query.latestReading ? [t('editors.latestReading.label', 'Latest reading')] : []),
    ...(query.latestReading && query.at === 'rangeEnd' ? [t('editors.at.rangeEnd', 'End of range')] : []),
    ...(query.limits === 'off' ? [t('editors.limits.summary', 'Without limits')] : []),
    ...(query.noCache ? [t('editors.noCache.summary', 'Cache bypassed')] : []),
  ].join(' · ');
  return (
    <OptionGroup summary={summary}>
      <Stack direction="column" gap={1}>
        <FilterFields query={query} inventory={inventory} apply={apply} />
        <FieldRow>
          <WordField query={query} name="fill" label={fillLabel} texts={fills} isList apply={apply} />
          <ShiftField
            shift={query.shift}
            variables={inventory.variables}
            onChange={(shift) => apply(changeShift(query, shift))}
          />
          {query.shift !== '' && query.format === 'series' && (
            <SwitchField
              query={query}
              name="alsoUnshifted"
              label={t('editors.alsoUnshifted.label', 'Compare')}
              description={t('editors.alsoUnshifted.description', 'Also shows the time range itself.')}
              apply={apply}
            />
          )}
          <SignalFields query={query} variables={inventory.variables} apply={apply} />
          <LimitsField query={query} apply={apply} />
          <MaxSeriesField query={query} apply={apply} />
          <ExpressionLabelsField query={query} apply={apply} />
          {query.format === 'series' && (canShowLatestReading(query) || query.latestReading) && (
            <SwitchField
              query={query}
              name="latestReading"
              label={t('editors.latestReading.label', 'Latest reading')}
              description={t(
                'editors.latestReading.description',
                'Adds the latest reading of each tag after the last average. Panels without a time axis show it even if it is outside of the time range.'
              )}
              size="long"
              apply={apply}
            />
          )}
          {query.latestReading && (
            <>
              <StaleAfterField
                staleAfter={query.staleAfter}
                variables={inventory.variables}
                onChange={(text) => apply(changeStaleAfter(query, text))}
              />
              <AtField query={query} variables={inventory.variables} apply={apply} />
            </>
          )}
          <NoCacheField query={query} apply={apply} />
        </FieldRow>
      </Stack>
    </OptionGroup>
  );
}

function fillTexts(): WordTexts<Fill> {
  return {
    gap: t('editors.fill.gap', 'Leave a gap'),
    null: t('editors.fill.null', 'Null in every step'),
    previous: t('editors.fill.previous', 'Previous value'),
    linear: t('editors.fill.linear', 'Linear interpolation'),
  };
}
