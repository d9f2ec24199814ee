import { CoreApp, type DataQueryRequest } from '@grafana/data';
import {
  getClosest,
  SceneObjectBase,
  SceneObjectUrlSyncConfig,
  sceneGraph,
  UserActionEvent,
  VizPanel,
  type DataRequestEnricher,
  type SceneObject,
  type SceneObjectUrlValues,
} from '@grafana/scenes';
import { DashboardLayout } from './DashboardLayout.tsx';
import type { DashboardSceneModel, DashboardSceneState } from './DashboardSceneModel.ts';
import { panelKey } from './buildPanel.ts';

/** A dashboard on screen. It adds to each query request what Grafana adds: the app, the dashboard and the panel. */
export class DashboardScene
  extends SceneObjectBase<DashboardSceneState>
  implements DashboardSceneModel, DataRequestEnricher
{
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
    // Annotation queries have no panel.
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

  /** The status button of a panel does not open the inspector itself: it only publishes an event. */
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
