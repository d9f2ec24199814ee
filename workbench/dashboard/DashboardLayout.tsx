import { css } from '@emotion/css';
import type { GrafanaTheme2 } from '@grafana/data';
import { locationService } from '@grafana/runtime';
import { SceneDataLayerSet, type SceneComponentProps } from '@grafana/scenes';
import { Alert, Button, useStyles2 } from '@grafana/ui';
import React from 'react';
import { InspectDrawer } from '../inspect/InspectDrawer.tsx';
import { text } from '../page/text.ts';
import { DashboardLinks } from './DashboardLinks.tsx';
import type { DashboardSceneModel } from './DashboardSceneModel.ts';
import { LayerSwitch } from './LayerSwitch.tsx';
import { queryRunnerOf } from './openPanelInEditor.ts';
import { useActiveAncestors } from './useActiveAncestors.ts';

/** The controls at the top, then all panels, or the one panel in full view. */
export function DashboardLayout({ model }: SceneComponentProps<DashboardSceneModel>) {
  const styles = useStyles2(getStyles);
  const { title, $data, links, selectors, timePicker, refreshPicker, body, viewPanel, inspect, unsupported } =
    model.useState();
  const viewed = model.findPanel(viewPanel);
  useActiveAncestors(viewed, model);
  const inspected = model.findPanel(inspect);
  const runner = inspected && queryRunnerOf(inspected);
  return (
    <div className={styles.page}>
      <h1 className={styles.title}>{title}</h1>
      <div className={styles.controls} role="toolbar" aria-label={title}>
        <selectors.Component model={selectors} />
        {$data instanceof SceneDataLayerSet &&
          $data.state.layers.map((layer) => <LayerSwitch key={layer.state.key} layer={layer} />)}
        <div className={styles.right}>
          <DashboardLinks links={links} />
          <timePicker.Component model={timePicker} />
          <refreshPicker.Component model={refreshPicker} />
        </div>
      </div>
      {unsupported.length > 0 && (
        <div>
          <Alert severity="info" title={text('dashboards.unsupported', { what: unsupported.join(', ') })} />
        </div>
      )}
      {viewed ? (
        <div className={styles.viewed}>
          <div>
            <Button
              variant="secondary"
              size="sm"
              icon="arrow-left"
              onClick={() => locationService.partial({ viewPanel: null })}
            >
              {text('panel.leaveView')}
            </Button>
          </div>
          <div className={styles.fill}>
            <viewed.Component model={viewed} />
          </div>
        </div>
      ) : (
        <body.Component model={body} />
      )}
      {inspected && runner && (
        <InspectDrawer panel={inspected} runner={runner} onClose={() => locationService.partial({ inspect: null })} />
      )}
    </div>
  );
}

const getStyles = (theme: GrafanaTheme2) => ({
  page: css({
    display: 'flex',
    flexDirection: 'column',
    flexGrow: 1,
    gap: theme.spacing(2),
    padding: theme.spacing(2),
  }),
  // For screen readers only: sighted users see the title in the menu.
  title: css({ position: 'absolute', width: '1px', height: '1px', overflow: 'hidden', clipPath: 'inset(50%)' }),
  controls: css({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: theme.spacing(1) }),
  right: css({ display: 'flex', flexWrap: 'wrap', gap: theme.spacing(1), marginLeft: 'auto' }),
  viewed: css({ display: 'flex', flexDirection: 'column', flexGrow: 1, gap: theme.spacing(1) }),
  // The panel is positioned because a height of 100 % needs a parent with a height, which kiosk mode does not have.
  fill: css({ flexGrow: 1, minHeight: '60vh', position: 'relative', '& > *': { position: 'absolute', inset: 0 } }),
});
