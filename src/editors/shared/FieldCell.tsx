import { css } from '@emotion/css';
import type { GrafanaTheme2 } from '@grafana/data';
import { useStyles2 } from '@grafana/ui';
import React, { type ReactNode } from 'react';

interface FieldCellProps {
  /** Long: a list of which two values should be in sight. */
  readonly size: 'short' | 'long';
  readonly children: ReactNode;
}

/** One field of a `FieldRow`; it shares what is left of the row, and moves to the next one before it gets too small. */
export function FieldCell({ size, children }: FieldCellProps) {
  return <div className={useStyles2(getStyles)[size]}>{children}</div>;
}

function getStyles(theme: GrafanaTheme2) {
  const cell = (grow: number, width: number) => css({ flex: `${grow} 1 ${theme.spacing(width)}`, minWidth: 0 });
  return { short: cell(1, 18), long: cell(2, 36) };
}
