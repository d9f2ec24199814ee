import { t } from '@grafana/i18n';
import { conditionClause, type ConditionTag } from '../../locales/conditionTexts';
import { runText } from '../../locales/runTexts';
import { translate } from '../../locales/translate';
import { whenText } from '../../locales/whenText';
import { containsVariable } from '../../query/dashboard';
import { FILTERS_BY_KIND, listsPeriods, type VariableQuery } from '../../query/variableQuery';

/** What a variable lists, and the other variables that its list depends on, in words. */
export function variableSummary(query: VariableQuery): string {
  const filters = FILTERS_BY_KIND[query.kind].filter((filter) => query[filter] !== '');
  const filterTexts = {
    site: () => translate('editors.variable.inSite', 'of site {{site}}', { site: query.site }),
    area: () => translate('editors.variable.inArea', 'of area {{area}}', { area: query.area }),
    deviceType: () => translate('editors.variable.ofType', 'of device type {{type}}', { type: query.deviceType }),
    device: () => translate('editors.variable.ofDevice', 'of device {{device}}', { device: query.device }),
    tag: () => query.tag,
  };
  const filterText = filters.map((filter) => filterTexts[filter]()).join(', ');
  const variables = [...filters.map((filter) => query[filter]), ...periodTexts(query)].filter(containsVariable);
  return [
    listsPeriods(query.kind) ? foundText(query) : listText(query.kind, filterText),
    ...(query.order === 'alerts'
      ? [t('editors.variable.alertsFirst', 'What has the most severe open alert comes first.')]
      : []),
    ...(variables.length > 0 ? [dependencyText(variables)] : []),
  ].join(' ');
}

/** The texts of a list of periods or runs that can be variables. */
function periodTexts({
  kind,
  condition: { value, upper },
  minDuration,
  joinWithin,
  hold,
}: VariableQuery): readonly string[] {
  return listsPeriods(kind) ? [value, upper, minDuration, joinWithin, hold] : [];
}

/** What tells periods or runs that are found in data. */
function foundText(query: VariableQuery): string {
  return (query.kind === 'runs' ? runsText(query) : periodsText(query)).join(' ');
}

/** Which limits and units the tag has, the fields above say. */
const ANY_TAG: ConditionTag = { unit: '', profile: { states: [], limits: {} } };

function periodsText(query: VariableQuery): string[] {
  const { tag, condition } = query;
  if (tag === '' || condition.value === '') {
    return [t('editors.variable.choosePeriods', 'Choose a tag and the value of the condition.')];
  }
  const when = whenText(conditionClause(seriesName(query), condition, ANY_TAG), query);
  return [
    translate('editors.variable.listsPeriods', '{{when}}: the periods in the time range, the newest first.', { when }),
    t(
      'editors.variable.periodValue',
      'The value is the start in milliseconds, as time ranges and links take it. Let the variable refresh when the time range changes.'
    ),
  ];
}

function runsText(query: VariableQuery): string[] {
  const { tag, condition, runsBy, count } = query;
  if (tag === '') {
    return [t('runs.noTag', 'Choose the tag that says when runs begin and end.')];
  }
  if (runsBy === 'condition' && condition.value === '') {
    return [t('runs.noCondition', 'Choose the value of the condition: when a run lasts.')];
  }
  const when = runText(seriesName(query), query, ANY_TAG);
  return [
    translate('editors.variable.listsRuns', '', {
      when,
      count,
      defaultValue_one: '{{when}}: the last run that begins before the end of the time range.',
      defaultValue_other:
        '{{when}}: the last {{count, number}} runs that begin before the end of the time range, the newest first.',
    }),
    t(
      'editors.variable.runValue',
      'The value is the start in milliseconds, for the compared run and the reference runs of a query. Let the variable refresh when the time range changes.'
    ),
  ];
}

function seriesName({ device, tag }: VariableQuery): string {
  return [device, tag].filter(Boolean).join(' · ');
}

function listText(kind: Exclude<VariableQuery['kind'], 'periods' | 'runs'>, filterText: string): string {
  const values = { filters: filterText };
  switch (kind) {
    case 'sites':
      return t('editors.variable.allSites', 'Lists all sites that the API key can access.');
    case 'areas':
      return filterText === ''
        ? t('editors.variable.allAreas', 'Lists the areas of all sites.')
        : translate('editors.variable.someAreas', 'Lists the areas {{filters}}.', values);
    case 'deviceTypes':
      return filterText === ''
        ? t('editors.variable.allTypes', 'Lists the types of all devices.')
        : translate('editors.variable.someTypes', 'Lists the types of the devices {{filters}}.', values);
    case 'devices':
      return filterText === ''
        ? t('editors.variable.allDevices', 'Lists all devices.')
        : translate('editors.variable.someDevices', 'Lists the devices {{filters}}.', values);
    case 'tags':
      return filterText === ''
        ? t('editors.variable.allTags', 'Lists the tags of all devices.')
        : translate('editors.variable.someTags', 'Lists the tags {{filters}}.', values);
    case 'measures':
      return filterText === ''
        ? t('editors.variable.allMeasures', 'Lists the tags of all devices that are measures.')
        : translate('editors.variable.someMeasures', 'Lists the tags {{filters}} that are measures.', values);
    case 'counters':
      return filterText === ''
        ? t('editors.variable.allCounters', 'Lists the tags of all devices that are counters.')
        : translate('editors.variable.someCounters', 'Lists the tags {{filters}} that are counters.', values);
    case 'states':
      return filterText === ''
        ? t('editors.variable.allStates', 'Lists the tags of all devices that are states.')
        : translate('editors.variable.someStates', 'Lists the tags {{filters}} that are states.', values);
    case 'devicesWithStates':
      return filterText === ''
        ? t('editors.variable.allDevicesWithStates', 'Lists all devices that have a state tag.')
        : translate(
            'editors.variable.someDevicesWithStates',
            'Lists the devices {{filters}} that have a state tag.',
            values
          );
    case 'units':
      return filterText === ''
        ? t('editors.variable.allUnits', 'Lists the units of all tags.')
        : translate('editors.variable.someUnits', 'Lists the units of the tags {{filters}}.', values);
    case 'severities':
      return t('editors.variable.allSeverities', 'Lists the severities of the alerts in the time range.');
    case 'rules':
      return t('editors.variable.allRules', 'Lists the rules of the alerts in the time range.');
  }
}

function dependencyText(variables: readonly string[]): string {
  return translate(
    'editors.variable.dependsOn',
    'The list depends on {{variables}}. A variable set to “All” does not filter it.',
    { variables: variables.join(', ') }
  );
}
