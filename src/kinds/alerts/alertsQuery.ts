import { choiceField, listField, switchField, textField } from '../../query/fields';
import { AT_FIELD, defaultQuery, FILTER_FIELDS, type QueryOf } from '../../query/savedQuery';

export const ALERTS_FIELDS = {
  ...FILTER_FIELDS,
  state: choiceField(
    ['all', 'open'],
    'all',
    'Open means not ended: opened or acknowledged. A list, and the counts of panels without a time axis, are as `at` says, whatever the time range is'
  ),
  ...AT_FIELD,
  severities: listField('Severities, as the server names them; empty: all'),
  rules: listField('Rules; empty: all'),
  format: choiceField(
    ['auto', 'table', 'count', 'devices', 'rules', 'annotations', 'startValues', 'timeline', 'performance', 'floods'],
    'auto',
    '`auto`: a table where a list can be seen, `count` elsewhere. `table`: a table, but in panels that show values in time. `count`: the number of active alerts per step and severity. `devices`: a table of the devices, the one with the most alerts first. `rules`: a table of the rules, with how many alerts ended without being acknowledged. `annotations`: events over the other queries of the panel. `startValues`: a dashed line per alert at the reading at which it began, but of counters. `timeline`: the highest severity over time, for a state timeline. `performance`: the figures of the alarm system with their targets; in panels that show values in time, how many alerts were opened per 10 minutes. `floods`: a table of the alarm floods; in panels that show values in time, regions'
  ),
  regionsOnly: switchField('As annotations: only alerts that last long enough to be seen as a region'),
  linePer: choiceField(['device', 'tag'], 'device', 'As a timeline: what a line is of'),
  rowPer: choiceField(
    ['all', 'site', 'area', 'severity', 'rule', 'alarm'],
    'all',
    'As performance: what a row is of. An alarm is what a rule watches on a tag'
  ),
  operators: textField(
    '1',
    'As performance and floods: how many operators respond to the alerts, who are divided among them'
  ),
  saysNone: switchField(
    'As a table in a table panel: a cell that says so when it is known that there is no alert or flood, rather than no rows'
  ),
};

/** Alerts that overlap the time range, as annotations, as a table, or counted. */
export type AlertsQuery = QueryOf<'alerts', typeof ALERTS_FIELDS>;

export const DEFAULT_ALERTS_QUERY = defaultQuery('alerts', ALERTS_FIELDS);
