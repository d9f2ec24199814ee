import { css } from '@emotion/css';
import type { GrafanaTheme2 } from '@grafana/data';
import { Alert, Button, LoadingPlaceholder, useStyles2 } from '@grafana/ui';
import React, { type ReactNode } from 'react';
import { text } from '../page/text.ts';
import type { Loaded } from './usePromise.ts';

interface Props<T> {
  readonly loaded: Loaded<T>;
  readonly onRetry: () => void;
  /** What did not work, as the title of the error. */
  readonly failedTitle?: string;
  readonly children: (value: T) => ReactNode;
}

/** Shows that something loads, that it failed and why, or the thing itself. */
export function ViewState<T>({ loaded, onRetry, failedTitle = text('state.failed'), children }: Props<T>) {
  const styles = useStyles2(getStyles);
  switch (loaded.state) {
    case 'loading':
      return (
        <div className={styles.centre}>
          <LoadingPlaceholder text={text('state.loading')} />
        </div>
      );
    case 'failed':
      return (
        <div className={styles.failed}>
          <Alert severity="error" title={failedTitle}>
            {loaded.error.message}
          </Alert>
          <Button variant="secondary" onClick={onRetry}>
            {text('state.retry')}
          </Button>
        </div>
      );
    case 'ready':
      return children(loaded.value);
  }
}

const getStyles = (theme: GrafanaTheme2) => ({
  centre: css({ display: 'flex', justifyContent: 'center', padding: theme.spacing(8) }),
  failed: css({ padding: theme.spacing(2), maxWidth: '800px' }),
});
