import { AppEvents, BusEventWithPayload, type EventBus } from '@grafana/data';
import type { FetchError } from '@grafana/runtime';

/** A message for the corner of the page. */
export interface PageAlert {
  readonly severity: 'success' | 'info' | 'warning' | 'error';
  readonly title: string;
  readonly text?: string;
}

/** Tells the page of a failed request, with the server's own words. */
export function alertFromError(appEvents: EventBus, error: FetchError) {
  const message = (error.data as { message?: string } | null)?.message ?? error.statusText ?? '';
  const type = error.status < 500 ? AppEvents.alertWarning : AppEvents.alertError;
  appEvents.publish({ type: type.name, payload: [message] });
}

/**
 * Listens to the alerts that the page and plugins publish (`AppEvents.alertError` and its like).
 * @returns a function that ends it
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

/** The class that an event bus is asked with for events of a type; their payload is a title, then a text. */
function alertEvent(type: string) {
  return class extends BusEventWithPayload<string[]> {
    static type = type;
  };
}
