import { CoreApp, type DataQueryRequest } from '@grafana/data';
import {
  getClosest,
  SceneObjectBase,
  SceneObjectUrlSyncConfig,
  sceneGraph,
  UserActionEvent,
  VizPanel,
  type DataRequestEnricher,
  type SceneGridLayout,
  type SceneObject,
  type SceneObjectState,
  type SceneObjectUrlValues,
  type SceneRefreshPicker,
  type SceneTimePicker,
  type VariableValueSelectors,
} from '@grafana/scenes';
import { DashboardLayout } from './DashboardLayout.tsx';
import type { LinkModel } from './dashboardModel.ts';
import { panelKey } from './panelScene.ts';

export interface DashboardSceneState extends SceneObjectState {
  readonly uid: string;
  readonly title: string;
  readonly selectors: VariableValueSelectors;
  readonly timePicker: SceneTimePicker;
  readonly refreshPicker: SceneRefreshPicker;
  readonly body: SceneGridLayout;
  readonly links: LinkModel[];
  /** What of the file the workbench does not show. */
  readonly leftOut: string[];
  /** Id of the panel that fills the page, and of the one that is inspected. */
  readonly viewPanel?: number;
  readonly inspect?: number;
}

/** A dashboard on screen. It tells the plugin what Grafana tells it with each request: app, dashboard and panel. */
export class DashboardScene extends SceneObjectBase<DashboardSceneState> implements DataRequestEnricher {
  static Component = DashboardLayout;

  protected _urlSync = new SceneObjectUrlSyncConfig(this, { keys: ['viewPanel', 'inspect'] });

  constructor(state: DashboardSceneState) {
    super(state);
    this.addActivationHandler(() => {
      this._subs.add(this.subscribeToEvent(UserActionEvent, ({ payload }) => this.onUserAction(payload)));
    });
  }

  getUrlState(): SceneObjectUrlValues {
    const { viewPanel, inspect } = this.state;
    return { viewPanel: viewPanel?.toString(), inspect: inspect?.toString() };
  }

  updateFromUrl(values: SceneObjectUrlValues) {
    this.setState({ viewPanel: panelId(values.viewPanel), inspect: panelId(values.inspect) });
  }

  enrichDataRequest(source: SceneObject): Partial<DataQueryRequest> {
    const dashboard = { app: CoreApp.Dashboard, dashboardUID: this.state.uid, dashboardTitle: this.state.title };
    // Annotations belong to no panel.
    const panel = getClosest(source, (object) => (object instanceof VizPanel ? object : null));
    return panel
      ? {
          ...dashboard,
          panelId: panel.getLegacyPanelId(),
          panelName: panel.state.title,
          panelPluginId: panel.state.pluginId,
        }
      : dashboard;
  }

  /** The button below a panel's errors and notices only tells that it was pressed. */
  private onUserAction({ interaction, origin }: UserActionEvent['payload']) {
    if (interaction === 'panel-status-message-clicked' && origin instanceof VizPanel) {
      this.setState({ inspect: origin.getLegacyPanelId() });
    }
  }

  findPanel(id: number | undefined): VizPanel | undefined {
    const found = id === undefined ? null : sceneGraph.findByKey(this, panelKey(id));
    return found instanceof VizPanel ? found : undefined;
  }
}

function panelId(value: SceneObjectUrlValues[string]): number | undefined {
  return typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : undefined;
}
