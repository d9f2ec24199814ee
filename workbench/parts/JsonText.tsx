import { css } from '@emotion/css';
import type { GrafanaTheme2 } from '@grafana/data';
import { ClipboardButton, useStyles2 } from '@grafana/ui';
import React from 'react';
import { text } from '../page/text.ts';

interface Props {
  readonly label: string;
  readonly value: unknown;
}

/** Formatted JSON with a copy button. */
export function JsonText({ label, value }: Props) {
  const styles = useStyles2(getStyles);
  const json = JSON.stringify(value, null, 2);
  return (
    <div className={styles.box}>
      <ClipboardButton className={styles.copy} size="sm" variant="secondary" icon="copy" getText={() => json}>
        {text('inspect.copy')}
      </ClipboardButton>
      <pre className={styles.json} tabIndex={0} aria-label={label}>
        {json}
      </pre>
    </div>
  );
}

const getStyles = (theme: GrafanaTheme2) => ({
  box: css({ position: 'relative' }),
  copy: css({ position: 'absolute', top: theme.spacing(1), right: theme.spacing(2) }),
  json: css({
    margin: 0,
    maxHeight: '60vh',
    overflow: 'auto',
    fontSize: theme.typography.bodySmall.fontSize,
    background: theme.colors.background.canvas,
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
  }),
});
