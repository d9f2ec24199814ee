import type { SelectableValue } from '@grafana/data';
import { t } from '@grafana/i18n';
import { Field, Switch } from '@grafana/ui';
import React, { useId, useMemo } from 'react';
import { SEVERITY_WORDS } from '../../core/serverWords';
import { severityTexts } from '../../locales/valueTexts';
import { RadioField } from '../../editors/shared/RadioField';
import { distinctTexts } from '../../query/queryEdits';
import type { AlertsQuery } from './alertsQuery';
import type { EditorDataSource } from '../../editors/shared/editorProps';
import { DescribedField } from '../../editors/shared/DescribedField';
import { FieldCell, FieldRow } from '../../editors/shared/FieldRow';
import { OptionCombobox } from '../../editors/shared/OptionCombobox';
import { MultiOptionCombobox } from '../../editors/shared/MultiOptionCombobox';
import { type PickerOption, wordOptions } from '../../editors/shared/pickerOptions';
import type { InventoryList } from '../../editors/shared/useInventory';
import { SeriesFilterFields } from '../../editors/query/SeriesFilterFields';
import { useRules } from '../../editors/query/useRules';

interface AlertFiltersProps {
  readonly datasource: EditorDataSource;
  readonly query: AlertsQuery;
  readonly inventory: InventoryList;
  /** True for an annotation query, which has regions instead of a format. */
  readonly isAnnotation?: boolean;
  apply(edited: AlertsQuery): void;
}

/** The fields of an alerts query. An empty filter matches all alerts. */
export function AlertFilters({ datasource, query, inventory, isAnnotation = false, apply }: AlertFiltersProps) {
  const severitiesId = useId();
  const rulesId = useId();
  const formatId = useId();
  const severities = useMemo(() => severityOptions(), []);
  const rules = useRules(datasource);
  const { variables } = inventory;
  return (
    <>
      <SeriesFilterFields query={query} inventory={inventory} apply={apply} />
      <FieldRow>
        <FieldCell size="long">
          <Field label={t('editors.severities.label', 'Severities')} noMargin>
            <MultiOptionCombobox
              id={severitiesId}
              placeholder={t('editors.severities.all', 'All severities')}
              values={query.severities}
              options={severities}
              variables={variables}
              onChange={(selected) => apply({ ...query, severities: distinctTexts(selected) })}
            />
          </Field>
        </FieldCell>
        <FieldCell size="long">
          <Field label={t('editors.rules.label', 'Rules')} noMargin>
            <MultiOptionCombobox
              id={rulesId}
              placeholder={t('editors.rules.all', 'All rules')}
              values={query.rules}
              {...rules}
              variables={variables}
              onChange={(selected) => apply({ ...query, rules: distinctTexts(selected) })}
            />
          </Field>
        </FieldCell>
      </FieldRow>
      <FieldRow>
        <FieldCell size="long">
          <RadioField
            label={t('editors.alertState.label', 'State')}
            options={alertStateOptions()}
            value={query.state}
            onChange={(state) => apply({ ...query, state })}
          />
        </FieldCell>
        {!isAnnotation && (
          <FieldCell size="short">
            <Field label={t('editors.alertFormat.label', 'Format')} noMargin>
              <OptionCombobox
                id={formatId}
                options={alertFormatOptions()}
                value={query.format}
                onChange={(format) => apply({ ...query, format: format as AlertsQuery['format'] })}
              />
            </Field>
          </FieldCell>
        )}
        {!isAnnotation && query.format === 'timeline' && (
          <FieldCell size="long">
            <RadioField<AlertsQuery['linePer']>
              label={t('editors.linePer.label', 'A line per')}
              options={[
                { value: 'device', label: t('editors.linePer.device', 'Device') },
                { value: 'tag', label: t('editors.linePer.tag', 'Tag') },
              ]}
              value={query.linePer}
              onChange={(linePer) => apply({ ...query, linePer })}
            />
          </FieldCell>
        )}
        {(isAnnotation || query.format === 'annotations') && (
          <FieldCell size="long">
            <RegionsOnlyField query={query} apply={apply} />
          </FieldCell>
        )}
        {!isAnnotation && ['auto', 'table'].includes(query.format) && (
          <FieldCell size="long">
            <SaysNoneField query={query} apply={apply} />
          </FieldCell>
        )}
      </FieldRow>
    </>
  );
}

type AlertFieldProps = Pick<AlertFiltersProps, 'query' | 'apply'>;

export function alertStateOptions(): Array<SelectableValue<AlertsQuery['state']>> {
  return [
    { value: 'all', label: t('editors.alertState.all', 'All') },
    { value: 'open', label: t('editors.alertState.open', 'Open or acknowledged') },
  ];
}

export function alertFormatOptions(): ReadonlyArray<PickerOption & { readonly value: AlertsQuery['format'] }> {
  return [
    {
      value: 'auto',
      label: t('editors.alertFormat.auto', 'Auto'),
      description: t(
        'editors.alertFormat.autoDescription',
        'A table where a list can be seen, such as table panels and Explore; the count per step in stat, gauge, chart, and timeline panels'
      ),
    },
    { value: 'table', label: t('editors.alertFormat.table', 'Table') },
    {
      value: 'count',
      label: t('editors.alertFormat.count', 'Count per step'),
      description: t(
        'editors.alertFormat.countDescription',
        'Number of active alerts per severity. Time series panels always show it.'
      ),
    },
    {
      value: 'devices',
      label: t('editors.alertFormat.devices', 'Per device'),
      description: t('editors.alertFormat.devicesDescription', 'A row per device, the one with the most alerts first'),
    },
    {
      value: 'rules',
      label: t('editors.alertFormat.rules', 'Per rule'),
      description: t(
        'editors.alertFormat.rulesDescription',
        'A row per rule, the one with the most alerts first: how long they last, and how many ended unacknowledged'
      ),
    },
    {
      value: 'annotations',
      label: t('editors.alertFormat.annotations', 'Annotations'),
      description: t(
        'editors.alertFormat.annotationsDescription',
        'Regions over the other queries of the panel, in the color of their severity.'
      ),
    },
    {
      value: 'startValues',
      label: t('editors.alertFormat.startValues', 'Value at start'),
      description: t(
        'editors.alertFormat.startValuesDescription',
        'A dashed line over the other queries of the panel at the reading at which each alert began.'
      ),
    },
    {
      value: 'timeline',
      label: t('editors.alertFormat.timeline', 'Timeline'),
      description: t(
        'editors.alertFormat.timelineDescription',
        'The highest severity over time, for state timeline panels.'
      ),
    },
  ];
}

function RegionsOnlyField({ query, apply }: AlertFieldProps) {
  const id = useId();
  return (
    <DescribedField
      label={t('editors.regionsOnly.label', 'Regions only')}
      description={t(
        'editors.regionsOnly.description',
        'Leaves out alerts that are too short to be seen as a region of the chart.'
      )}
    >
      <Switch
        id={id}
        value={query.regionsOnly}
        onChange={({ currentTarget }) => apply({ ...query, regionsOnly: currentTarget.checked })}
      />
    </DescribedField>
  );
}

function SaysNoneField({ query, apply }: AlertFieldProps) {
  const id = useId();
  return (
    <DescribedField
      label={t('editors.saysNone.label', 'Say when there are none')}
      description={t(
        'editors.saysNone.description',
        'A table panel without alerts has a cell that says so, which tells it from one whose alerts are unknown.'
      )}
    >
      <Switch
        id={id}
        value={query.saysNone}
        onChange={({ currentTarget }) => apply({ ...query, saysNone: currentTarget.checked })}
      />
    </DescribedField>
  );
}

/** The known severities, least severe first. The API does not limit the list, so others can be typed. */
function severityOptions(): PickerOption[] {
  return wordOptions(SEVERITY_WORDS, severityTexts()).reverse();
}
