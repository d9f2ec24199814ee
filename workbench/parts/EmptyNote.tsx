import { css } from '@emotion/css';
import type { GrafanaTheme2 } from '@grafana/data';
import { Text, useStyles2 } from '@grafana/ui';
import React, { type ReactNode } from 'react';

interface Props {
  readonly title: string;
  /** How to fix it. */
  readonly children: ReactNode;
}

/** The message of an empty view. */
export function EmptyNote({ title, children }: Props) {
  const styles = useStyles2(getStyles);
  return (
    <div className={styles.note}>
      <Text element="h2" variant="h4">
        {title}
      </Text>
      <div className={styles.help}>{children}</div>
    </div>
  );
}

const getStyles = (theme: GrafanaTheme2) => ({
  note: css({
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'center',
    gap: theme.spacing(2),
    padding: theme.spacing(10, 2),
    textAlign: 'center',
  }),
  help: css({ maxWidth: '600px', color: theme.colors.text.secondary }),
});
