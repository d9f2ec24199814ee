import { t } from '@grafana/i18n';
import { Field, InlineSwitch, Stack } from '@grafana/ui';
import React, { useId } from 'react';
import { canShowLatestReading, changeShift, type HistoryQuery } from '../historyQuery';
import { changeStaleAfter } from '../../../query/queryEdits';
import { StaleAfterField } from '../../../editors/query/StaleAfterField';
import { type Fill, FILLS } from '../../../core/history/points/linePoints';
import { translate } from '../../../locales/translate';
import { DescribedField } from '../../../editors/shared/DescribedField';
import { FieldCell, FieldRow } from '../../../editors/shared/FieldRow';
import { OptionCombobox } from '../../../editors/shared/OptionCombobox';
import type { PickerOption } from '../../../editors/shared/pickerOptions';
import type { InventoryList } from '../../../editors/shared/useInventory';
import { ExpressionLabelsField, LimitsField, MaxSeriesField } from '../../../editors/query/SeriesOptionFields';
import { SignalFields } from '../../../editors/query/SignalFields';
import { FilterFields } from '../../../editors/query/SeriesFilterFields';
import { NoCacheField } from '../../../editors/query/NoCacheField';
import { OptionGroup } from '../../../editors/query/OptionGroup';
import { shiftLabel, ShiftField } from './ShiftField';

interface HistoryOptionsProps {
  readonly query: HistoryQuery;
  readonly inventory: InventoryList;
  apply(edited: HistoryQuery): void;
}

/** The options of a history query that most panels leave at their defaults. */
export function HistoryOptions({ query, inventory, apply }: HistoryOptionsProps) {
  const fillId = useId();
  const alsoUnshiftedId = useId();
  const latestReadingId = useId();
  const fills = fillOptions();
  const fillLabel = t('editors.fill.label', 'Empty steps');
  const filters = [...query.sites, ...query.areas, ...query.deviceTypes].join(', ');
  const summary = [
    ...(filters === '' ? [] : [translate('editors.filters.summary', 'Filter: {{filters}}', { filters })]),
    `${fillLabel}: ${fills.find(({ value }) => value === query.fill)?.label ?? query.fill}`,
    ...(query.shift === '' ? [] : [shiftLabel(query.shift)]),
    ...(query.latestReading ? [t('editors.latestReading.label', 'Latest reading')] : []),
    ...(query.limits === 'off' ? [t('editors.limits.summary', 'Without limits')] : []),
    ...(query.noCache ? [t('editors.noCache.summary', 'Cache bypassed')] : []),
  ].join(' · ');
  return (
    <OptionGroup summary={summary}>
      <Stack direction="column" gap={1}>
        <FilterFields query={query} inventory={inventory} apply={apply} />
        <FieldRow>
          <FieldCell size="short">
            <Field label={fillLabel} noMargin>
              <OptionCombobox
                id={fillId}
                options={fills}
                value={query.fill}
                onChange={(fill) => apply({ ...query, fill: fill as Fill })}
              />
            </Field>
          </FieldCell>
          <FieldCell size="short">
            <ShiftField
              shift={query.shift}
              variables={inventory.variables}
              onChange={(shift) => apply(changeShift(query, shift))}
            />
          </FieldCell>
          {query.shift !== '' && query.format === 'series' && (
            <FieldCell size="short">
              <DescribedField
                label={t('editors.alsoUnshifted.label', 'Compare')}
                description={t('editors.alsoUnshifted.description', 'Also shows the time range itself.')}
              >
                <InlineSwitch
                  id={alsoUnshiftedId}
                  value={query.alsoUnshifted}
                  onChange={(event) => apply({ ...query, alsoUnshifted: event.currentTarget.checked })}
                />
              </DescribedField>
            </FieldCell>
          )}
          <SignalFields query={query} variables={inventory.variables} apply={apply} />
          <FieldCell size="short">
            <LimitsField query={query} apply={apply} />
          </FieldCell>
          <FieldCell size="short">
            <MaxSeriesField query={query} apply={apply} />
          </FieldCell>
          <FieldCell size="long">
            <ExpressionLabelsField query={query} apply={apply} />
          </FieldCell>
          {query.format === 'series' && (canShowLatestReading(query) || query.latestReading) && (
            <FieldCell size="long">
              <DescribedField
                label={t('editors.latestReading.label', 'Latest reading')}
                description={t(
                  'editors.latestReading.description',
                  'Adds the latest reading of each tag after the last average. Panels without a time axis show it even if it is outside of the time range.'
                )}
              >
                <InlineSwitch
                  id={latestReadingId}
                  value={query.latestReading}
                  onChange={(event) => apply({ ...query, latestReading: event.currentTarget.checked })}
                />
              </DescribedField>
            </FieldCell>
          )}
          {query.latestReading && (
            <FieldCell size="short">
              <StaleAfterField
                staleAfter={query.staleAfter}
                variables={inventory.variables}
                onChange={(text) => apply(changeStaleAfter(query, text))}
              />
            </FieldCell>
          )}
          <FieldCell size="long">
            <NoCacheField query={query} apply={apply} />
          </FieldCell>
        </FieldRow>
      </Stack>
    </OptionGroup>
  );
}

function fillOptions(): PickerOption[] {
  const labels: Record<Fill, string> = {
    gap: t('editors.fill.gap', 'Leave a gap'),
    null: t('editors.fill.null', 'Null in every step'),
    previous: t('editors.fill.previous', 'Previous value'),
    linear: t('editors.fill.linear', 'Linear interpolation'),
  };
  return FILLS.map((value) => ({ value, label: labels[value] }));
}
