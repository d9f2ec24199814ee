import { sceneGraph, type SceneQueryRunner, type VizPanel } from '@grafana/scenes';
import { Drawer } from '@grafana/ui';
import React, { useState } from 'react';
import { text } from '../page/text.ts';
import { frameNotices } from './frameNotices.ts';
import { InspectPane, type InspectTab } from './InspectPane.tsx';

interface Props {
  readonly panel: VizPanel;
  readonly runner: SceneQueryRunner;
  readonly onClose: () => void;
}

/** The inspect pane in a drawer over a dashboard. */
export function InspectDrawer({ panel, runner, onClose }: Props) {
  const { data } = runner.useState();
  // The data change after the variables: what the title names is known by then.
  const title = sceneGraph.interpolate(panel, panel.state.title, undefined, 'text');
  const [tab, setTab] = useState<InspectTab>(() => (data && frameNotices(data).length > 0 ? 'notices' : 'frames'));
  return (
    <Drawer title={`${text('inspect.title')}: ${title}`} onClose={onClose} size="md">
      <InspectPane title={title} data={data} tab={tab} onTab={setTab} />
    </Drawer>
  );
}
