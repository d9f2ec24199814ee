import type { VariableHide, VariableRefresh, VariableSort } from '@grafana/schema';
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
import { isObject } from '../jsonShape.ts';
import type { VariableModel } from './dashboardModel.ts';

/** Builds the scene object of a variable; undefined if the workbench does not support its type. */
export function buildVariable(model: VariableModel): SceneVariable | undefined {
  const { name, label, description, skipUrlSync, allValue, value, text, regex } = model;
  const common = { name, label, description, skipUrlSync, hide: model.hide as VariableHide };
  const selection = { value, text, isMulti: model.multi, includeAll: model.includeAll, allValue };
  const query = typeof model.query === 'string' ? model.query : '';
  switch (model.type) {
    case 'query':
      return new QueryVariable({
        ...common,
        ...selection,
        datasource: model.datasource,
        query: isObject(model.query) ? (model.query as unknown as SceneDataQuery) : query,
        regex,
        sort: model.sort as VariableSort,
        refresh: model.refresh as VariableRefresh,
      });
    case 'custom':
      return new CustomVariable({ ...common, ...selection, query });
    case 'datasource':
      return new DataSourceVariable({ ...common, ...selection, pluginId: query, regex });
    case 'interval':
      return new IntervalVariable({
        ...common,
        value: String(value),
        intervals: query.split(',').map((part) => part.trim()),
      });
    case 'textbox':
      return new TextBoxVariable({ ...common, value: String(value || query) });
    case 'constant':
      return new ConstantVariable({ ...common, value: query || value });
    default:
      return undefined;
  }
}
