import { css } from '@emotion/css';
import { cacheFieldDisplayNames, getFrameDisplayName, type GrafanaTheme2, type PanelProps } from '@grafana/data';
import type { TableSortByFieldState } from '@grafana/schema';
import { Combobox, useStyles2 } from '@grafana/ui';
import { TableNG } from '@grafana/ui/unstable';
import React, { type KeyboardEvent } from 'react';
import { text } from '../page/text.ts';
import { noDataMessage, PanelNote } from './PanelNote.tsx';

export interface TableOptions {
  readonly frameIndex: number;
  readonly showHeader: boolean;
  readonly sortBy?: TableSortByFieldState[];
}

const PICKER_HEIGHT = 40;

/** One frame as a table. With several frames, a picker below the table selects one. */
export function TablePanel({
  data,
  options,
  fieldConfig,
  timeRange,
  width,
  height,
  onOptionsChange,
}: PanelProps<TableOptions>) {
  const styles = useStyles2(getStyles);
  const frames = data.series;
  cacheFieldDisplayNames(frames);
  const shown = frames[Math.min(options.frameIndex, frames.length - 1)];
  if (!shown || shown.fields.length === 0) {
    const message = fieldConfig.defaults.noValue ?? noDataMessage(data);
    return <PanelNote message={message} width={width} height={height} />;
  }
  const hasPicker = frames.length > 1;
  return (
    <div className={styles.panel} onKeyDown={followLink}>
      <TableNG
        data={shown}
        width={width}
        height={height - (hasPicker ? PICKER_HEIGHT : 0)}
        noHeader={!options.showHeader}
        sortBy={options.sortBy}
        onSortByChange={(sortBy) => onOptionsChange({ ...options, sortBy })}
        structureRev={data.structureRev}
        fieldConfig={fieldConfig}
        timeRange={timeRange}
        resizable={true}
        enableVirtualization={true}
      />
      {hasPicker && (
        <Combobox
          aria-label={text('panel.frame')}
          options={frames.map((frame, index) => ({ value: index, label: getFrameDisplayName(frame, index) }))}
          value={frames.indexOf(shown)}
          onChange={({ value }) => onOptionsChange({ ...options, frameIndex: value })}
        />
      )}
    </div>
  );
}

/** Grafana's table gives the focus to cells, in which Enter does nothing. */
function followLink({ key, target }: KeyboardEvent) {
  if (key === 'Enter' && target instanceof Element && target.role === 'gridcell') {
    target.querySelector('a')?.click();
  }
}

const getStyles = (theme: GrafanaTheme2) => ({
  panel: css({
    display: 'flex',
    flexDirection: 'column',
    justifyContent: 'space-between',
    gap: theme.spacing(1),
    height: '100%',
  }),
});
