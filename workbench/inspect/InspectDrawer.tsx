import type { SceneQueryRunner } from '@grafana/scenes';
import { Drawer } from '@grafana/ui';
import React, { useState } from 'react';
import { text } from '../page/text.ts';
import { frameNotices } from './frameNotices.ts';
import { InspectPane, type InspectTab } from './InspectPane.tsx';

interface Props {
  readonly title: string;
  readonly runner: SceneQueryRunner;
  readonly onClose: () => void;
}

/** The inspect pane in a drawer over a dashboard. */
export function InspectDrawer({ title, runner, onClose }: Props) {
  const { data } = runner.useState();
  const [tab, setTab] = useState<InspectTab>(() => (data && frameNotices(data).length > 0 ? 'notices' : 'frames'));
  return (
    <Drawer title={`${text('inspect.title')}: ${title}`} onClose={onClose} size="md">
      <InspectPane title={title} data={data} tab={tab} onTab={setTab} />
    </Drawer>
  );
}
