import type { DataTransformerConfig, FieldConfigSource, PanelMenuItem } from '@grafana/data';
import { getDataSourceSrv, locationService } from '@grafana/runtime';
import type { DataQuery, Panel } from '@grafana/schema';
import {
  LocalValueVariable,
  sceneGraph,
  SceneDataTransformer,
  SceneQueryRunner,
  SceneVariableSet,
  VizPanel,
  VizPanelMenu,
  type SceneDataQuery,
  type VariableValueOption,
} from '@grafana/scenes';
import { text } from '../page/text.ts';
import { PanelLinks } from './links/PanelLinks.tsx';
import { PanelTimeRange } from './PanelTimeRange.tsx';

/**
 * Builds the scene object of a panel: its queries and then its transformations.
 * @param repeated the value of the panel's `repeat` variable
 */
export function buildPanel(model: Panel, repeated?: VariableValueOption): VizPanel {
  const { id = 0, type, title = '', repeat = '', timeFrom, timeShift, ...saved } = model;
  const inUrl = (what: 'viewPanel' | 'inspect') => () => locationService.partial({ [what]: idInUrl(panel) });
  const items: PanelMenuItem[] = [{ text: text('panel.view'), iconClassName: 'eye', onClick: inUrl('viewPanel') }];
  if (saved.targets?.length) {
    items.push(
      { text: text('panel.inspect'), iconClassName: 'info-circle', onClick: inUrl('inspect') },
      { text: text('panel.edit'), iconClassName: 'compass', onClick: () => void openInEditor(panel) }
    );
  }
  const panel: VizPanel = new VizPanel({
    key: repeated ? repeatKey(model, repeated) : panelKey(id),
    pluginId: type,
    title,
    description: saved.description,
    options: saved.options ?? {},
    // Grafana's types of a file differ from those of what it becomes, but not in content.
    fieldConfig: (saved.fieldConfig ?? { defaults: {}, overrides: [] }) as FieldConfigSource,
    // A panel without a title needs no header.
    hoverHeader: title === '',
    displayMode: saved.transparent ? 'transparent' : 'default',
    $timeRange: timeFrom || timeShift ? new PanelTimeRange({ timeFrom, timeShift }) : undefined,
    $variables: repeated && localVariable(repeat, repeated),
    $data: buildData(model),
    titleItems: model.links?.length ? new PanelLinks({ links: model.links }) : undefined,
    menu: new VizPanelMenu({ items }),
    extendPanelContext: (_panel, context) => {
      // With this handler, the panel status shows notices as well as errors, by severity.
      context.onOpenInspector = inUrl('inspect');
    },
  });
  return panel;
}

const KEY_PREFIX = 'panel-';

/** The key in which scenes expect the id of a panel. */
export const panelKey = (id: number | string) => `${KEY_PREFIX}${id}`;

/** The key of the grid item of a panel or of its repetitions. */
export const gridKey = (id = 0) => `grid-${id}`;

/** The key of a repeated panel: the value makes it different from the others, and the id stays readable for scenes. */
export const repeatKey = ({ id = 0 }: Panel, { value }: VariableValueOption) => panelKey(`${id}-${String(value)}`);

/** The id in a URL, where Grafana writes the key. */
export const readId = (idOrKey: string) =>
  idOrKey.startsWith(KEY_PREFIX) ? idOrKey.slice(KEY_PREFIX.length) : idOrKey;

/** The id of a panel in the URL. */
export const idInUrl = ({ state }: VizPanel) => state.key?.slice(KEY_PREFIX.length);

/** Inside the panel, the variable has this one value. */
function localVariable(name: string, { value, label }: VariableValueOption) {
  return new SceneVariableSet({ variables: [new LocalValueVariable({ name, value, text: label })] });
}

function buildData({ id = 0, datasource, targets = [], interval, maxDataPoints, transformations = [] }: Panel) {
  if (targets.length === 0) {
    return undefined;
  }
  const runner = new SceneQueryRunner({
    queries: targets as unknown as SceneDataQuery[],
    datasource,
    minInterval: interval,
    maxDataPoints,
    maxDataPointsFromWidth: !maxDataPoints,
    dataLayerFilter: { panelId: id },
  });
  return transformations.length > 0
    ? new SceneDataTransformer({ $data: runner, transformations: transformations as DataTransformerConfig[] })
    : runner;
}

/** Opens a panel's queries in the query editor with their variables replaced, like Grafana's "Explore" action. */
async function openInEditor(panel: VizPanel) {
  const [runner] = sceneGraph.findDescendents(panel, SceneQueryRunner);
  const dataSource = await getDataSourceSrv().get(runner?.state.datasource);
  const scopedVars = { __sceneObject: { text: '', value: { valueOf: () => panel } } };
  const saved = runner?.state.queries as DataQuery[];
  const queries = dataSource.interpolateVariablesInQueries?.(saved, scopedVars) ?? saved;
  const { from, to } = sceneGraph.getTimeRange(panel).state;
  locationService.push({
    pathname: '/explore',
    search: new URLSearchParams({ ds: dataSource.uid, queries: JSON.stringify(queries), from, to }).toString(),
  });
}
