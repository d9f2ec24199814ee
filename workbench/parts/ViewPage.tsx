import { css } from '@emotion/css';
import type { GrafanaTheme2 } from '@grafana/data';
import { Text, useStyles2 } from '@grafana/ui';
import React, { useEffect, type ReactNode } from 'react';
import { text } from '../page/text.ts';

interface Props {
  readonly title: string;
  readonly intro?: string;
  /** Controls next to the title. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** The layout of every view except dashboards: title, introduction, content. */
export function ViewPage({ title, intro, actions, children }: Props) {
  const styles = useStyles2(getStyles);
  useDocumentTitle(title);
  return (
    <div className={styles.page}>
      <div className={styles.header}>
        <div>
          <Text element="h1" variant="h3">
            {title}
          </Text>
          {intro && <div className={styles.intro}>{intro}</div>}
        </div>
        <div className={styles.actions}>{actions}</div>
      </div>
      {children}
    </div>
  );
}

export function useDocumentTitle(title: string) {
  useEffect(() => {
    document.title = `${title} – ${text('frame.workbench')}`;
  }, [title]);
}

const getStyles = (theme: GrafanaTheme2) => ({
  page: css({ display: 'flex', flexDirection: 'column', gap: theme.spacing(2), padding: theme.spacing(2) }),
  header: css({
    display: 'flex',
    flexWrap: 'wrap',
    justifyContent: 'space-between',
    alignItems: 'flex-start',
    gap: theme.spacing(2),
  }),
  intro: css({ color: theme.colors.text.secondary }),
  actions: css({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: theme.spacing(1) }),
});
