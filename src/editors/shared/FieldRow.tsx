import { css } from '@emotion/css';
import type { GrafanaTheme2 } from '@grafana/data';
import { useStyles2 } from '@grafana/ui';
import React, { type ReactNode } from 'react';

interface FieldRowProps {
  readonly children: ReactNode;
}

/** Fields side by side, as many as the editor is wide enough for: it is narrow in Explore's split view. */
export function FieldRow({ children }: FieldRowProps) {
  return <div className={useStyles2(getStyles).row}>{children}</div>;
}

function getStyles(theme: GrafanaTheme2) {
  return { row: css({ display: 'flex', flexWrap: 'wrap', gap: theme.spacing(1, 2), alignItems: 'flex-start' }) };
}
