import {
  CoreApp,
  VariableSupportType,
  type CustomVariableSupport,
  type DataSourceApi,
  type QueryEditorProps,
} from '@grafana/data';
import { VariableRefresh, VariableSort, type DataQuery } from '@grafana/schema';
import {
  QueryVariable,
  sceneGraph,
  SceneVariableSet,
  VariableValueSelectors,
  type SceneDataQuery,
  type SceneObject,
  type VariableValueOption,
} from '@grafana/scenes';
import { Alert, ErrorBoundaryAlert, Spinner, Stack, Text, type Column } from '@grafana/ui';
import React from 'react';
import type { Subscription } from 'rxjs';
import { text } from '../page/text.ts';
import { DataTable } from '../parts/DataTable.tsx';
import { EditorPage } from './EditorPage.tsx';
import { EditorScene } from './EditorScene.ts';

/** The plugin's variable editor with a preview of the variable as in a dashboard. */
export function VariablePage() {
  return <EditorPage title={text('nav.variables')} intro={text('variable.intro')} makeScene={makeScene} />;
}

function makeScene(dataSource: DataSourceApi): EditorScene {
  const query = { refId: 'variable-query', ...dataSource.variables?.getDefaultQuery?.() };
  const variable = new QueryVariable({
    name: 'preview',
    label: text('variable.preview'),
    datasource: dataSource.getRef(),
    query: query as SceneDataQuery,
    refresh: VariableRefresh.onDashboardLoad,
    sort: VariableSort.disabled,
  });
  const selectors = new VariableValueSelectors({});
  let running: Subscription | undefined;
  const update = () => {
    // A late answer to an earlier query must not replace the values of this one.
    running?.unsubscribe();
    variable.setState({ error: null });
    running = variable.validateAndUpdate().subscribe({
      complete: () => variable.setState({ loading: false }),
      error: (error: { message?: string }) =>
        variable.setState({ loading: false, options: [], error: error.message ?? String(error) }),
    });
  };
  return new EditorScene({
    app: CoreApp.Dashboard,
    $variables: new SceneVariableSet({ variables: [variable] }),
    parts: [selectors],
    render: (scene) => <VariableBody {...{ dataSource, variable, update, selectors, scene }} />,
  });
}

const COLUMNS: Array<Column<VariableValueOption>> = [
  { id: 'label', header: () => text('variable.textColumn') },
  {
    id: 'value',
    header: () => text('variable.value'),
    cell: ({ value }) => <Text variant="code">{String(value)}</Text>,
  },
];

interface Props {
  readonly dataSource: DataSourceApi;
  readonly variable: QueryVariable;
  /** Queries the values again. */
  readonly update: () => void;
  readonly selectors: VariableValueSelectors;
  readonly scene: SceneObject;
}

function VariableBody({ dataSource, variable, update, selectors, scene }: Props) {
  const { options, loading, error } = variable.useState();
  return (
    <Stack direction="column" gap={2}>
      <ErrorBoundaryAlert>
        <Editor {...{ dataSource, variable, update, scene }} />
      </ErrorBoundaryAlert>
      {error && (
        <div>
          <Alert severity="error" title={String(error)} />
        </div>
      )}
      <div>
        <selectors.Component model={selectors} />
      </div>
      <Stack gap={1} alignItems="center">
        <Text element="h2" variant="h5">
          {options.length > 0 ? text('variable.values', { count: options.length }) : text('variable.noValues')}
        </Text>
        {loading && <Spinner inline />}
      </Stack>
      {options.length > 0 && <DataTable label={text('variable.preview')} columns={COLUMNS} rows={options} />}
    </Stack>
  );
}

/** The editor of the plugin's variable support, or its query editor. */
function Editor({ dataSource, variable, update, scene }: Omit<Props, 'selectors'>) {
  const { query } = variable.useState();
  const { value: range } = sceneGraph.getTimeRange(scene).useState();
  const { variables, components } = dataSource;
  const PluginEditor =
    variables?.getType() === VariableSupportType.Custom
      ? (variables as CustomVariableSupport<DataSourceApi>).editor
      : variables && components?.QueryEditor;
  if (!PluginEditor) {
    return text('variable.none');
  }
  const props: QueryEditorProps<DataSourceApi> = {
    app: CoreApp.Dashboard,
    datasource: dataSource,
    query: query as unknown as DataQuery,
    range,
    onChange: (changed) => {
      variable.setState({ query: changed as unknown as SceneDataQuery });
      update();
    },
    onRunQuery: update,
  };
  return <PluginEditor {...props} />;
}
