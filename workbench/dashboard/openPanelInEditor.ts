import type { DataQuery } from '@grafana/schema';
import { getDataSourceSrv, locationService } from '@grafana/runtime';
import { sceneGraph, SceneQueryRunner, type VizPanel } from '@grafana/scenes';

/** Opens a panel's queries in the query editor with their variables replaced, like Grafana's "Explore" action. */
export async function openPanelInEditor(panel: VizPanel) {
  const runner = queryRunnerOf(panel);
  if (!runner) {
    return;
  }
  const dataSource = await getDataSourceSrv().get(runner.state.datasource);
  const scopedVars = { __sceneObject: { text: '', value: { valueOf: () => panel } } };
  const saved = runner.state.queries as DataQuery[];
  const queries = dataSource.interpolateVariablesInQueries?.(saved, scopedVars) ?? saved;
  const { from, to } = sceneGraph.getTimeRange(panel).state;
  locationService.push({
    pathname: '/explore',
    search: new URLSearchParams({ ds: dataSource.uid, queries: JSON.stringify(queries), from, to }).toString(),
  });
}

/** The query runner of a panel; in a panel with transformations it is one level down. */
export function queryRunnerOf(panel: VizPanel): SceneQueryRunner | undefined {
  const provider = panel.state.$data;
  const candidate = provider instanceof SceneQueryRunner ? provider : provider?.state.$data;
  return candidate instanceof SceneQueryRunner ? candidate : undefined;
}
