import { css } from '@emotion/css';
import type { GrafanaTheme2 } from '@grafana/data';
import { Alert, Button, LoadingPlaceholder, useStyles2 } from '@grafana/ui';
import React, { type ReactNode } from 'react';
import { text } from '../page/text.ts';
import type { Loaded } from './usePromise.ts';

interface Props<T> {
  readonly loaded: Loaded<T>;
  readonly onRetry: () => void;
  /** Title of the error message. */
  readonly failedTitle?: string;
  readonly children: (value: T) => ReactNode;
}

/** Renders a loading placeholder, the error with a retry button, or the loaded value. */
export function ViewState<T>({ loaded, onRetry, failedTitle = text('state.failed'), children }: Props<T>) {
  const styles = useStyles2(getStyles);
  switch (loaded.state) {
    case 'loading':
      return (
        <div className={styles.center}>
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
  center: css({ display: 'flex', justifyContent: 'center', padding: theme.spacing(8) }),
  failed: css({ padding: theme.spacing(2), maxWidth: '800px' }),
});
