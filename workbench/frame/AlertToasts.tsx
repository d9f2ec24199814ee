import { css } from '@emotion/css';
import type { GrafanaTheme2 } from '@grafana/data';
import { getAppEvents } from '@grafana/runtime';
import { Alert, useStyles2 } from '@grafana/ui';
import React, { useEffect, useState } from 'react';
import { listenToAlerts, type PageAlert } from '../host/alerts.ts';

const SHOWN_FOR_MS = 6000;

/** Toast messages in the corner of the page. Errors stay until the user closes them. */
export function AlertToasts() {
  const styles = useStyles2(getStyles);
  const [alerts, setAlerts] = useState<PageAlert[]>([]);
  useEffect(
    () =>
      listenToAlerts(getAppEvents(), (alert) => {
        setAlerts((others) => [...others, alert]);
        if (alert.severity !== 'error') {
          setTimeout(() => setAlerts((others) => others.filter((other) => other !== alert)), SHOWN_FOR_MS);
        }
      }),
    []
  );
  return (
    <div className={styles.toasts} role="status">
      {alerts.map((alert, index) => (
        <Alert
          key={index}
          severity={alert.severity}
          title={alert.title}
          elevated
          onRemove={() => setAlerts((others) => others.filter((other) => other !== alert))}
        >
          {alert.text}
        </Alert>
      ))}
    </div>
  );
}

const getStyles = (theme: GrafanaTheme2) => ({
  toasts: css({
    position: 'fixed',
    zIndex: theme.zIndex.portal,
    top: theme.spacing(7),
    right: theme.spacing(2),
    width: '400px',
    maxWidth: '90vw',
  }),
});
