import { rangeUtil } from '@grafana/data';
import {
  sceneGraph,
  SceneTimeRangeTransformerBase,
  type SceneComponentProps,
  type SceneTimeRangeState,
} from '@grafana/scenes';
import { Icon, PanelChrome, Stack } from '@grafana/ui';
import React from 'react';
import { overriddenRange, type TimeOverride } from './overriddenRange.ts';

interface PanelTimeRangeState extends SceneTimeRangeState {
  readonly override: TimeOverride;
  /** The difference from the dashboard's time range, for the panel header. */
  readonly timeInfo: string;
}

/** A panel's own time range: the panel options "Relative time" and "Time shift". */
export class PanelTimeRange extends SceneTimeRangeTransformerBase<PanelTimeRangeState> {
  static Component = PanelTimeInfo;

  constructor(override: TimeOverride) {
    const dashboard = { from: 'now-6h', to: 'now' };
    super({ ...dashboard, value: rangeUtil.convertRawToRange(dashboard), override, timeInfo: '' });
  }

  protected ancestorTimeRangeChanged(dashboard: SceneTimeRangeState) {
    const { timeFrom, timeShift } = this.state.override;
    const { range, timeInfo } = overriddenRange(dashboard.value, {
      timeFrom: sceneGraph.interpolate(this, timeFrom),
      timeShift: sceneGraph.interpolate(this, timeShift),
    });
    this.setState({ value: range, from: String(range.raw.from), to: String(range.raw.to), timeInfo });
  }
}

function PanelTimeInfo({ model }: SceneComponentProps<PanelTimeRange>) {
  const { timeInfo } = model.useState();
  return timeInfo ? (
    <PanelChrome.TitleItem>
      <Stack gap={0.5} alignItems="center">
        <Icon name="clock-nine" size="sm" />
        {timeInfo}
      </Stack>
    </PanelChrome.TitleItem>
  ) : null;
}
