import { css } from '@emotion/css';
import { LoadingState, type GrafanaTheme2, type PanelData } from '@grafana/data';
import { useStyles2 } from '@grafana/ui';
import React from 'react';
import { text } from '../page/text.ts';

interface Props {
  readonly data: PanelData;
  readonly width: number;
  readonly height: number;
  /** The field type that the panel requires. */
  readonly requires?: 'time' | 'number';
}

/** The message of a panel that has nothing to show. The panel status shows errors, so they are not repeated here. */
export function PanelNote({ data, width, height, requires }: Props) {
  const styles = useStyles2(getStyles);
  return (
    <div className={styles.note} style={{ width, height }}>
      {noteText(data, requires)}
    </div>
  );
}

function noteText({ state, series }: PanelData, requires: Props['requires']): string {
  if (state === LoadingState.Loading) {
    return '';
  }
  const rows = series.reduce((sum, frame) => sum + frame.length, 0);
  if (rows > 0 && requires) {
    return text(requires === 'time' ? 'panel.noTimeField' : 'panel.noNumberField');
  }
  return text('panel.noData');
}

export const noteStyle = (theme: GrafanaTheme2) =>
  ({
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'center',
    textAlign: 'center',
    padding: theme.spacing(1),
    color: theme.colors.text.secondary,
  }) as const;

const getStyles = (theme: GrafanaTheme2) => ({ note: css(noteStyle(theme)) });
