import { css } from '@emotion/css';
import { type GrafanaTheme2 } from '@grafana/data';
import { useStyles2 } from '@grafana/ui';
import React, { type ReactNode } from 'react';

interface FieldGridProps {
  /** Wide: fields that hold lists. */
  readonly columns: 'wide' | 'narrow';
  readonly children: ReactNode;
}

/** Fields side by side, as many as the editor is wide enough for: it is narrow in Explore's split view. */
export function FieldGrid({ columns, children }: FieldGridProps) {
  const styles = useStyles2(getStyles);
  return <div className={styles[columns]}>{children}</div>;
}

function getStyles(theme: GrafanaTheme2) {
  const grid = (minWidth: number) =>
    css({
      display: 'grid',
      gridTemplateColumns: `repeat(auto-fit, minmax(min(${theme.spacing(minWidth)}, 100%), 1fr))`,
      gap: theme.spacing(1, 2),
      alignItems: 'start',
    });
  return { wide: grid(36), narrow: grid(20) };
}
