import { CoreApp, VariableSupportType, type DataSourceApi, type QueryEditorProps } from '@grafana/data';
import { type DataQuery } from '@grafana/schema';
import { sceneGraph, type SceneDataQuery } from '@grafana/scenes';
import { ErrorBoundaryAlert, Field, Input } from '@grafana/ui';
import { type ComponentType } from 'react';
import { text } from '../page/text.ts';
import { type VariableScene } from './VariableScene.tsx';

type VariableQuery = string | SceneDataQuery;

interface Props {
  model: VariableScene;
  onChange: (query: VariableQuery) => void;
}

/**
 * The editor that the plugin offers for query variables: its variable support's own, its query editor, or, with only a
 * `metricFindQuery`, its legacy editor or a plain line of text.
 */
export function VariableEditor({ model, onChange }: Props) {
  const { dataSource } = model.useState();
  const { query } = model.variable.useState();
  const { value: range } = sceneGraph.getTimeRange(model).useState();
  const Editor = editorOf(dataSource);
  if (Editor) {
    return (
      <ErrorBoundaryAlert>
        <Editor
          app={CoreApp.Dashboard}
          datasource={dataSource}
          query={query as unknown as DataQuery}
          range={range}
          onChange={(changed) => onChange(changed as unknown as SceneDataQuery)}
          onRunQuery={() => model.run()}
        />
      </ErrorBoundaryAlert>
    );
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

function editorOf({
  variables,
  components,
}: DataSourceApi): ComponentType<QueryEditorProps<DataSourceApi>> | undefined {
  switch (variables?.getType()) {
    case VariableSupportType.Custom:
      return (variables as unknown as { editor: ComponentType<QueryEditorProps<DataSourceApi>> }).editor;
    case VariableSupportType.Standard:
    case VariableSupportType.Datasource:
      return components?.QueryEditor;
    default:
      return components?.VariableQueryEditor;
  }
}
