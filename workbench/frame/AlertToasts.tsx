import { css } from '@emotion/css';
import { AppEvents, BusEventWithPayload, type GrafanaTheme2 } from '@grafana/data';
import { getAppEvents } from '@grafana/runtime';
import { Alert, useStyles2 } from '@grafana/ui';
import React, { useEffect, useState } from 'react';

interface PageAlert {
  readonly severity: (typeof EVENTS)[number][1];
  readonly title: string;
  readonly text?: string;
}

const EVENTS = [
  [AppEvents.alertSuccess, 'success'],
  [AppEvents.alertInfo, 'info'],
  [AppEvents.alertWarning, 'warning'],
  [AppEvents.alertError, 'error'],
] as const;

const SHOWN_FOR_MS = 6000;

/** Toast messages of the page and of plugins in the corner of the page. Errors stay until the user closes them. */
export function AlertToasts() {
  const styles = useStyles2(getStyles);
  const [alerts, setAlerts] = useState<PageAlert[]>([]);
  const remove = (alert: PageAlert) => setAlerts((others) => others.filter((other) => other !== alert));
  useEffect(() => {
    const show = (alert: PageAlert) => {
      setAlerts((others) => [...others, alert]);
      if (alert.severity !== 'error') {
        setTimeout(remove, SHOWN_FOR_MS, alert);
      }
    };
    const subscriptions = EVENTS.map(([event, severity]) =>
      getAppEvents()
        .getStream(alertEvent(event.name))
        .subscribe(({ payload: [title = '', text] }) => show({ severity, title, text }))
    );
    return () => subscriptions.forEach((subscription) => subscription.unsubscribe());
  }, []);
  return (
    <div className={styles.toasts} role="status">
      {alerts.map((alert, index) => (
        <Alert key={index} severity={alert.severity} title={alert.title} elevated onRemove={() => remove(alert)}>
          {alert.text}
        </Alert>
      ))}
    </div>
  );
}

/** The event class that `getStream` needs for an event type. The payload is a title and a text. */
function alertEvent(type: string) {
  return class extends BusEventWithPayload<string[]> {
    static type = type;
  };
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
