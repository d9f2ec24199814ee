import { toDataQueryError } from '@grafana/runtime';
import { Alert, Box, Button, LoadingPlaceholder } from '@grafana/ui';
import React, { useEffect, useState, type ReactNode } from 'react';
import { text } from '../page/text.ts';

interface Props<T> {
  /** Called once, and again on retry. Set another `key` to load something else. */
  readonly load: () => Promise<T>;
  /** Title of the error message. */
  readonly failedTitle?: string;
  readonly children: (value: T) => ReactNode;
}

/** Renders a loading placeholder, then the loaded value or the error with a retry button. */
export function Loaded<T>({ load, failedTitle = text('state.failed'), children }: Props<T>) {
  const [loading, setLoading] = useState(load);
  const [outcome, setOutcome] = useState<{ value: T } | { error: unknown }>();
  useEffect(() => {
    let isCurrent = true;
    loading.then(
      (value) => isCurrent && setOutcome({ value }),
      (error: unknown) => isCurrent && setOutcome({ error })
    );
    return () => {
      isCurrent = false;
    };
  }, [loading]);
  const retry = () => {
    setOutcome(undefined);
    setLoading(load());
  };
  if (!outcome) {
    return (
      <Box padding={8} display="flex" justifyContent="center">
        <LoadingPlaceholder text={text('state.loading')} />
      </Box>
    );
  }
  return 'value' in outcome ? (
    children(outcome.value)
  ) : (
    <Box padding={2}>
      <Alert severity="error" title={failedTitle}>
        {toDataQueryError(outcome.error).message}
      </Alert>
      <Button variant="secondary" onClick={retry}>
        {text('state.retry')}
      </Button>
    </Box>
  );
}
