import { t } from '@grafana/i18n';
import React, { useMemo } from 'react';
import { SEVERITY_WORDS } from '../../core/serverWords';
import { severityTexts } from '../../locales/valueTexts';
import type { AlertsQuery } from './alertsQuery';
import { invalidOperatorsMessage, isOperators } from './operators';
import type { EditorDataSource } from '../../editors/shared/editorProps';
import { FieldRow } from '../../editors/shared/FieldRow';
import { ValidatedCombobox } from '../../editors/shared/OptionCombobox';
import { type PickerOption, variableOptions, wordOptions } from '../../editors/shared/pickerOptions';
import type { InventoryList } from '../../editors/shared/useInventory';
import { SeriesFilterFields } from '../../editors/query/SeriesFilterFields';
import { AtField } from '../../editors/query/SeriesOptionFields';
import { useRules } from '../../editors/query/useRules';
import { ListField, SwitchField, WordField, type WordTexts } from '../../editors/query/PlainFields';

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
  const severities = useMemo(() => severityOptions(), []);
  const rules = useRules(datasource);
  const { variables } = inventory;
  return (
    <>
      <SeriesFilterFields query={query} inventory={inventory} apply={apply} />
      <FieldRow>
        <ListField
          query={query}
          name="severities"
          label={t('editors.severities.label', 'Severities')}
          placeholder={t('editors.severities.all', 'All severities')}
          options={severities}
          variables={variables}
          apply={apply}
        />
        <ListField
          query={query}
          name="rules"
          label={t('editors.rules.label', 'Rules')}
          placeholder={t('editors.rules.all', 'All rules')}
          {...rules}
          variables={variables}
          apply={apply}
        />
      </FieldRow>
      <FieldRow>
        <WordField
          query={query}
          name="state"
          label={t('editors.alertState.label', 'State')}
          texts={alertStateTexts()}
          size="long"
          apply={apply}
        />
        {!isAnnotation && query.state === 'open' && <AtField query={query} variables={variables} apply={apply} />}
        {!isAnnotation && (
          <WordField
            query={query}
            name="format"
            label={t('editors.alertFormat.label', 'Format')}
            texts={alertFormatTexts()}
            isList
            apply={apply}
          />
        )}
        {!isAnnotation && query.format === 'timeline' && (
          <WordField
            query={query}
            name="linePer"
            label={t('editors.linePer.label', 'A line per')}
            texts={{ device: t('editors.linePer.device', 'Device'), tag: t('editors.linePer.tag', 'Tag') }}
            size="long"
            apply={apply}
          />
        )}
        {!isAnnotation && query.format === 'performance' && (
          <WordField
            query={query}
            name="rowPer"
            label={t('editors.rowPer.label', 'A row per')}
            texts={{
              all: [
                t('editors.rowPer.all', 'Figure'),
                t('editors.rowPer.allDescription', 'All alerts together, with the targets of the figures'),
              ],
              site: t('editors.rowPer.site', 'Site'),
              area: t('editors.rowPer.area', 'Area'),
              severity: t('editors.rowPer.severity', 'Severity'),
              rule: t('editors.rowPer.rule', 'Rule'),
              alarm: [
                t('editors.rowPer.alarm', 'Alarm'),
                t('editors.rowPer.alarmDescription', 'A rule on a tag of a device'),
              ],
            }}
            isList
            apply={apply}
          />
        )}
        {!isAnnotation && ['performance', 'floods'].includes(query.format) && (
          <ValidatedCombobox
            label={t('editors.operators.label', 'Operators')}
            value={query.operators}
            options={[...USUAL_OPERATORS.map((value) => ({ value, label: value })), ...variableOptions(variables)]}
            customValueDescription={t('editors.operators.custom', 'Custom number')}
            findProblem={(text) => (isOperators(text) ? undefined : invalidOperatorsMessage(text))}
            onChange={(text) => apply({ ...query, operators: text.trim() })}
          />
        )}
        {(isAnnotation || query.format === 'annotations') && (
          <SwitchField
            query={query}
            name="regionsOnly"
            label={t('editors.regionsOnly.label', 'Regions only')}
            description={t(
              'editors.regionsOnly.description',
              'Leaves out alerts that are too short to be seen as a region of the chart.'
            )}
            size="long"
            apply={apply}
          />
        )}
        {!isAnnotation && ['auto', 'table', 'floods'].includes(query.format) && (
          <SwitchField
            query={query}
            name="saysNone"
            label={t('editors.saysNone.label', 'Say when there are none')}
            description={t(
              'editors.saysNone.description',
              'A table panel without alerts has a cell that says so, which tells it from one whose alerts are unknown.'
            )}
            size="long"
            apply={apply}
          />
        )}
      </FieldRow>
    </>
  );
}

export function alertStateTexts(): WordTexts<AlertsQuery['state']> {
  return { all: t('editors.alertState.all', 'All'), open: t('editors.alertState.open', 'Open or acknowledged') };
}

export function alertFormatTexts(): WordTexts<AlertsQuery['format']> {
  return {
    auto: [
      t('editors.alertFormat.auto', 'Auto'),
      t(
        'editors.alertFormat.autoDescription',
        'A table where a list can be seen, such as table panels and Explore; the count per step in stat, gauge, chart, and timeline panels'
      ),
    ],
    table: t('editors.alertFormat.table', 'Table'),
    count: [
      t('editors.alertFormat.count', 'Count per step'),
      t(
        'editors.alertFormat.countDescription',
        'Number of active alerts per severity. Time series panels always show it.'
      ),
    ],
    devices: [
      t('editors.alertFormat.devices', 'Per device'),
      t('editors.alertFormat.devicesDescription', 'A row per device, the one with the most alerts first'),
    ],
    rules: [
      t('editors.alertFormat.rules', 'Per rule'),
      t(
        'editors.alertFormat.rulesDescription',
        'A row per rule, the one with the most alerts first: how long they last, and how many ended unacknowledged'
      ),
    ],
    annotations: [
      t('editors.alertFormat.annotations', 'Annotations'),
      t(
        'editors.alertFormat.annotationsDescription',
        'Regions over the other queries of the panel, in the color of their severity.'
      ),
    ],
    startValues: [
      t('editors.alertFormat.startValues', 'Value at start'),
      t(
        'editors.alertFormat.startValuesDescription',
        'A dashed line over the other queries of the panel at the reading at which each alert began.'
      ),
    ],
    timeline: [
      t('editors.alertFormat.timeline', 'Timeline'),
      t('editors.alertFormat.timelineDescription', 'The highest severity over time, for state timeline panels.'),
    ],
    performance: [
      t('editors.alertFormat.performance', 'Alarm system'),
      t(
        'editors.alertFormat.performanceDescription',
        'Rates, floods, nuisance alarms and response times, with the targets of ISA-18.2. Time series panels show the rate.'
      ),
    ],
    floods: [
      t('editors.alertFormat.floods', 'Alarm floods'),
      t(
        'editors.alertFormat.floodsDescription',
        'A row per flood: more alerts than operators can respond to. Time series panels show regions.'
      ),
    ],
  };
}

/** Any other number can be typed. */
const USUAL_OPERATORS = ['1', '2', '3', '4'] as const;

/** The known severities, least severe first. The API does not limit the list, so others can be typed. */
function severityOptions(): PickerOption[] {
  return wordOptions(SEVERITY_WORDS, severityTexts()).reverse();
}
