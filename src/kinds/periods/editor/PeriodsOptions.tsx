import { t } from '@grafana/i18n';
import { Stack } from '@grafana/ui';
import React from 'react';
import { NoCacheField } from '../../../editors/query/NoCacheField';
import { OptionGroup } from '../../../editors/query/OptionGroup';
import { FilterFields } from '../../../editors/query/SeriesFilterFields';
import { ExpressionLabelsField, MaxSeriesField } from '../../../editors/query/SeriesOptionFields';
import { interpolationTexts, SignalFields } from '../../../editors/query/SignalFields';
import { wordLabel } from '../../../editors/query/PlainFields';
import { FieldRow } from '../../../editors/shared/FieldRow';
import type { InventoryList } from '../../../editors/shared/useInventory';
import { translate } from '../../../locales/translate';
import type { PeriodsQuery } from '../periodsQuery';

interface PeriodsOptionsProps {
  readonly query: PeriodsQuery;
  readonly inventory: InventoryList;
  /** True for an annotation query, which no expression uses. */
  readonly isAnnotation: boolean;
  apply(edited: PeriodsQuery): void;
}

/** The options that most queries leave at their defaults. */
export function PeriodsOptions({ query, inventory, isAnnotation, apply }: PeriodsOptionsProps) {
  const filters = [...query.sites, ...query.areas, ...query.deviceTypes].join(', ');
  const summary = [
    ...(filters === '' ? [] : [translate('editors.filters.summary', 'Filter: {{filters}}', { filters })]),
    `${t('editors.interpolation.label', 'Between readings')}: ${wordLabel(interpolationTexts(), query.interpolation)}`,
    ...(query.hold === '' ? [] : [`${t('editors.hold.label', 'Hold limit')}: ${query.hold}`]),
    ...(query.noCache ? [t('editors.noCache.summary', 'Cache bypassed')] : []),
  ].join(' · ');
  return (
    <OptionGroup summary={summary}>
      <Stack direction="column" gap={1}>
        <FilterFields query={query} inventory={inventory} apply={apply} />
        <FieldRow>
          <SignalFields query={query} variables={inventory.variables} apply={apply} />
          <MaxSeriesField query={query} apply={apply} />
          {!isAnnotation && <ExpressionLabelsField query={query} apply={apply} />}
          <NoCacheField query={query} apply={apply} />
        </FieldRow>
      </Stack>
    </OptionGroup>
  );
}
