import { css } from '@emotion/css';
import { CoreApp, type DataQueryRequest, type GrafanaTheme2 } from '@grafana/data';
import { locationService } from '@grafana/runtime';
import {
  getClosest,
  SceneCSSGridLayout,
  SceneObjectBase,
  SceneObjectUrlSyncConfig,
  sceneGraph,
  SceneQueryRunner,
  UserActionEvent,
  VizPanel,
  type DataRequestEnricher,
  type SceneComponentProps,
  type SceneGridLayout,
  type SceneObject,
  type SceneObjectState,
  type SceneObjectUrlValues,
} from '@grafana/scenes';
import { Button, useStyles2 } from '@grafana/ui';
import React, { useEffect } from 'react';
import { showScene } from '../host/HostTemplateSrv.ts';
import { InspectDrawer } from '../inspect/InspectDrawer.tsx';
import { text } from '../page/text.ts';
import { gridKey, idInUrl, panelKey, readId } from './buildPanel.ts';

interface DashboardSceneState extends SceneObjectState {
  readonly uid: string;
  readonly title: string;
  readonly controls: SceneObject[];
  /** The controls at the right: links, time range and refresh. */
  readonly rightControls: SceneObject[];
  readonly body: SceneGridLayout;
  /** The panel in full view, as in the URL. */
  readonly viewPanel?: string;
  /** The panel that the inspect drawer shows, as in the URL. */
  readonly inspect?: string;
}

/** A dashboard on screen. It adds to each query request what Grafana adds: the app, the dashboard and the panel. */
export class DashboardScene extends SceneObjectBase<DashboardSceneState> implements DataRequestEnricher {
  static Component = DashboardLayout;

  protected _urlSync = new SceneObjectUrlSyncConfig(this, { keys: ['viewPanel', 'inspect'] });

  constructor(state: DashboardSceneState) {
    super(state);
    this.addActivationHandler(() => {
      this._subs.add(this.subscribeToEvent(UserActionEvent, ({ payload }) => this.onUserAction(payload)));
      return showScene(this);
    });
  }

  getUrlState(): SceneObjectUrlValues {
    const { viewPanel, inspect } = this.state;
    return { viewPanel, inspect };
  }

  updateFromUrl({ viewPanel, inspect }: SceneObjectUrlValues) {
    const idIn = (value: string | string[] | null | undefined) => (value ? readId(value.toString()) : undefined);
    this.setState({ viewPanel: idIn(viewPanel), inspect: idIn(inspect) });
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
      this.setState({ inspect: idInUrl(origin) });
    }
  }
}

/** The controls at the top, then all panels, or the one panel in full view. */
function DashboardLayout({ model }: SceneComponentProps<DashboardScene>) {
  const styles = useStyles2(getStyles);
  const { title, controls, rightControls, body, viewPanel, inspect } = model.useState();
  const viewed = findPanel(model, viewPanel);
  const inspected = findPanel(model, inspect);
  const [runner] = inspected ? sceneGraph.findDescendents(inspected, SceneQueryRunner) : [];
  // Repeated panels do not exist before their repeater is active; the grid changes when they do.
  body.useState();
  useActiveAncestors(viewed ?? findRepeats(model, viewPanel), model);
  const leave = (what: 'viewPanel' | 'inspect') => () => locationService.partial({ [what]: null });
  return (
    <div className={styles.page}>
      {/* Sighted users see the title in the menu. */}
      <h1 className="sr-only">{title}</h1>
      <div className={styles.controls} role="toolbar" aria-label={title}>
        {controls.map(renderControl)}
        <div className={styles.right}>{rightControls.map(renderControl)}</div>
      </div>
      {viewed ? (
        <>
          <div>
            <Button variant="secondary" size="sm" icon="arrow-left" onClick={leave('viewPanel')}>
              {text('panel.leaveView')}
            </Button>
          </div>
          <div className={styles.viewed}>
            <viewed.Component model={viewed} />
          </div>
        </>
      ) : (
        <body.Component model={body} />
      )}
      {inspected && runner && <InspectDrawer panel={inspected} runner={runner} onClose={leave('inspect')} />}
    </div>
  );
}

function renderControl(control: SceneObject) {
  return <control.Component key={control.state.key} model={control} />;
}

function findPanel(scene: SceneObject, id: string | undefined): VizPanel | undefined {
  const found = id === undefined ? undefined : findByKey(scene, panelKey(id));
  return found instanceof VizPanel ? found : undefined;
}

/** `sceneGraph.findByKey` throws an error if there is no such object. */
function findByKey(scene: SceneObject, key: string): SceneObject | null {
  return sceneGraph.findObject(scene, ({ state }) => state.key === key);
}

function findRepeats(scene: SceneObject, id = ''): SceneObject | undefined {
  const item = findByKey(scene, gridKey(parseInt(id, 10)));
  return item ? sceneGraph.findDescendents(item, SceneCSSGridLayout)[0] : undefined;
}

/**
 * Activates the ancestors of a panel that is rendered on its own, in full view. A variable that has its values notifies
 * only the objects whose ancestors are active.
 */
function useActiveAncestors(panel: SceneObject | undefined, scene: SceneObject): void {
  useEffect(() => {
    const deactivations: Array<() => void> = [];
    for (let object = panel?.parent; object !== undefined && object !== scene; object = object.parent) {
      deactivations.push(object.activate());
    }
    return () => deactivations.forEach((deactivate) => deactivate());
  }, [panel, scene]);
}

const getStyles = (theme: GrafanaTheme2) => ({
  page: css({
    display: 'flex',
    flexDirection: 'column',
    flexGrow: 1,
    gap: theme.spacing(2),
    padding: theme.spacing(2),
  }),
  controls: css({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: theme.spacing(1) }),
  right: css({ display: 'flex', flexWrap: 'wrap', gap: theme.spacing(1), marginLeft: 'auto' }),
  // The panel is positioned because a height of 100 % needs a parent with a height, which kiosk mode does not have.
  viewed: css({ flexGrow: 1, minHeight: '60vh', position: 'relative', '& > *': { position: 'absolute', inset: 0 } }),
});
