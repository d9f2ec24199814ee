import { AppEvents, BusEventWithPayload, type EventBus } from '@grafana/data';
import type { FetchError } from '@grafana/runtime';

/** A toast message. */
export interface PageAlert {
  readonly severity: 'success' | 'info' | 'warning' | 'error';
  readonly title: string;
  readonly text?: string;
}

/** Publishes an alert for a failed request with the server's message. */
export function publishErrorAlert(appEvents: EventBus, error: FetchError) {
  const message = (error.data as { message?: string } | null)?.message ?? error.statusText ?? '';
  const type = error.status < 500 ? AppEvents.alertWarning : AppEvents.alertError;
  appEvents.publish({ type: type.name, payload: [message] });
}

/**
 * Subscribes to the alerts that the page and plugins publish (`AppEvents.alertError` and so on).
 * @returns a function that unsubscribes
 */
export function listenToAlerts(appEvents: EventBus, show: (alert: PageAlert) => void): () => void {
  const severities = [
    [AppEvents.alertSuccess, 'success'],
    [AppEvents.alertInfo, 'info'],
    [AppEvents.alertWarning, 'warning'],
    [AppEvents.alertError, 'error'],
  ] as const;
  const subscriptions = severities.map(([event, severity]) =>
    appEvents
      .getStream(alertEvent(event.name))
      .subscribe(({ payload: [title = '', text] }) => show({ severity, title, text }))
  );
  return () => subscriptions.forEach((subscription) => subscription.unsubscribe());
}

/** The event class that `getStream` needs for an event type. The payload is a title and a text. */
function alertEvent(type: string) {
  return class extends BusEventWithPayload<string[]> {
    static type = type;
  };
}
