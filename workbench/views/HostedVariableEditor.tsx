import {
  CoreApp,
  VariableSupportType,
  type CustomVariableSupport,
  type DataSourceApi,
  type QueryEditorProps,
} from '@grafana/data';
import type { DataQuery } from '@grafana/schema';
import { sceneGraph, type SceneDataQuery } from '@grafana/scenes';
import { ErrorBoundaryAlert, Field, Input } from '@grafana/ui';
import React from 'react';
import { text } from '../page/text.ts';
import type { VariableSceneModel } from './VariableSceneModel.ts';

type VariableQuery = string | SceneDataQuery;

interface Props {
  readonly model: VariableSceneModel;
  readonly onChange: (query: VariableQuery) => void;
}

/**
 * The plugin's editor for query variables: the editor of its variable support, or its query editor. A plugin that only has
 * `metricFindQuery` gets its legacy editor or a text field.
 */
export function HostedVariableEditor({ model, onChange }: Props) {
  const { dataSource } = model.useState();
  const { query } = model.variable.useState();
  const { value: range } = sceneGraph.getTimeRange(model).useState();
  const { variables, components } = dataSource;
  const type = variables?.getType();
  const props: QueryEditorProps<DataSourceApi> = {
    app: CoreApp.Dashboard,
    datasource: dataSource,
    query: query as unknown as DataQuery,
    range,
    onChange: (changed) => onChange(changed as unknown as SceneDataQuery),
    onRunQuery: () => model.run(),
  };
  if (type === VariableSupportType.Custom) {
    const { editor: Editor } = variables as CustomVariableSupport<DataSourceApi>;
    return <ErrorBoundaryAlert>{<Editor {...props} />}</ErrorBoundaryAlert>;
  }
  if (type && type !== VariableSupportType.Legacy && components?.QueryEditor) {
    return <ErrorBoundaryAlert>{<components.QueryEditor {...props} />}</ErrorBoundaryAlert>;
  }
  if (components?.VariableQueryEditor) {
    return <ErrorBoundaryAlert>{<components.VariableQueryEditor {...props} />}</ErrorBoundaryAlert>;
  }
  if (!dataSource.metricFindQuery) {
    return text('variable.none');
  }
  return (
    <Field label={text('variable.query')} noMargin>
      <Input
        id="variable-query"
        defaultValue={typeof query === 'string' ? query : ''}
        onBlur={(event) => onChange(event.currentTarget.value)}
      />
    </Field>
  );
}
