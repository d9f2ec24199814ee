import { css } from '@emotion/css';
import type { GrafanaTheme2, PanelProps } from '@grafana/data';
import { useStyles2 } from '@grafana/ui';
import React from 'react';
import { text } from '../page/text.ts';
import { noteStyle } from './PanelNote.tsx';

/** Takes the place of a panel of the type `id`, which the workbench does not have. */
export function inGrafanaOnlyPanel(id: string) {
  return function InGrafanaOnlyPanel({ width, height }: PanelProps) {
    const note = useStyles2(getStyles);
    return (
      <div className={note} style={{ width, height }}>
        {text('panel.inGrafanaOnly', { id })}
      </div>
    );
  };
}

const getStyles = (theme: GrafanaTheme2) => css(noteStyle(theme));
