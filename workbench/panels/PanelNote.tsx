import { css } from '@emotion/css';
import { LoadingState, type GrafanaTheme2, type PanelData } from '@grafana/data';
import { useStyles2 } from '@grafana/ui';
import React from 'react';
import { text } from '../page/text.ts';

interface Props {
  readonly data: PanelData;
  readonly width: number;
  readonly height: number;
  /** What a frame must have to be drawn here. */
  readonly needs?: 'time' | 'number';
}

/** What stands in a panel that has nothing to draw. Errors are in the panel's corner, in the data source's words. */
export function PanelNote({ data, width, height, needs }: Props) {
  const styles = useStyles2(getStyles);
  return (
    <div className={styles.note} style={{ width, height }}>
      {noteText(data, needs)}
    </div>
  );
}

function noteText({ state, series }: PanelData, needs: Props['needs']): string {
  if (state === LoadingState.Loading) {
    return '';
  }
  const rows = series.reduce((sum, frame) => sum + frame.length, 0);
  if (rows > 0 && needs) {
    return text(needs === 'time' ? 'panel.noTimeField' : 'panel.noNumberField');
  }
  return text('panel.noData');
}

const getStyles = (theme: GrafanaTheme2) => ({
  note: css({
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'center',
    textAlign: 'center',
    padding: theme.spacing(1),
    color: theme.colors.text.secondary,
  }),
});
