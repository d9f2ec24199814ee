import { VariableRefresh, VariableSort, type VariableModel } from '@grafana/schema';
import {
  ConstantVariable,
  CustomVariable,
  DataSourceVariable,
  IntervalVariable,
  QueryVariable,
  TextBoxVariable,
  type SceneDataQuery,
  type SceneVariable,
} from '@grafana/scenes';

/** Builds the scene object of a variable; undefined if the workbench does not support its type. */
export function buildVariable(saved: VariableModel): SceneVariable | undefined {
  const { name, label, description, hide, skipUrlSync, multi: isMulti, includeAll, allValue, regex = '' } = saved;
  const { value = '', text = '' } = saved.current ?? {};
  const common = { name, label, description, hide, skipUrlSync };
  const selection = { ...common, value, text, isMulti, includeAll, allValue };
  const query = String(saved.query ?? '');
  switch (saved.type) {
    case 'query':
      return new QueryVariable({
        ...selection,
        datasource: saved.datasource ?? null,
        query: saved.query as SceneDataQuery,
        regex,
        sort: saved.sort ?? VariableSort.disabled,
        refresh: saved.refresh ?? VariableRefresh.onDashboardLoad,
      });
    case 'custom':
      return new CustomVariable({ ...selection, query });
    case 'datasource':
      return new DataSourceVariable({ ...selection, pluginId: query, regex });
    case 'interval':
      return new IntervalVariable({ ...common, value: String(value), intervals: query.split(/\s*,\s*/) });
    case 'textbox':
      return new TextBoxVariable({ ...common, value: String(value) || query });
    case 'constant':
      return new ConstantVariable({ ...common, value: query || value });
    default:
      return undefined;
  }
}
