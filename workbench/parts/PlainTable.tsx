import { css } from '@emotion/css';
import type { GrafanaTheme2 } from '@grafana/data';
import { useStyles2 } from '@grafana/ui';
import React, { type ReactNode } from 'react';

interface Props {
  /** Accessible name of the table. */
  readonly label: string;
  readonly headings: ReactNode[];
  /** The rows. */
  readonly children: ReactNode;
}

/** A table in its own scroll area, which can also be scrolled with the keyboard. */
export function PlainTable({ label, headings, children }: Props) {
  const styles = useStyles2(getStyles);
  return (
    <div className={styles.scroll} role="region" aria-label={label} tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            {headings.map((heading, index) => (
              <th key={index}>{heading}</th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}

const getStyles = (theme: GrafanaTheme2) => ({
  scroll: css({ maxHeight: '420px', overflow: 'auto' }),
  table: css({
    width: '100%',
    background: theme.colors.background.primary,
    tr: { borderLeft: '4px solid transparent' },
    'th, td': {
      padding: theme.spacing(0.5, 1),
      borderBottom: `1px solid ${theme.colors.border.weak}`,
      textAlign: 'left',
    },
    th: { color: theme.colors.text.secondary, fontWeight: theme.typography.fontWeightMedium },
  }),
});
