import { t } from '@grafana/i18n';
import { isAbort, TelemetryError } from '../core/api/telemetryError';
import { PLAIN_TEXT } from '../locales/plainText';

/** An error in words for the person at the screen: what happened, what the server said, what to do. */
export function errorText(error: unknown): string {
  if (!(error instanceof TelemetryError)) {
    return isAbort(error)
      ? t('errors.cancelled', 'Cancelled.')
      : error instanceof Error
        ? error.message
        : String(error);
  }
  return [explain(error), serverWords(error)].filter(Boolean).join(' ');
}

function explain(error: TelemetryError): string {
  switch (error.kind) {
    case 'unauthorized':
      return t('errors.unauthorized', 'The API key was rejected. Check it in the settings of the data source.');
    case 'forbidden':
      return t('errors.forbidden', 'The API key lacks the permission for {{path}}. Ask for a key that has it.', {
        path: error.path,
        ...PLAIN_TEXT,
      });
    case 'notFound':
      return t('errors.notFound', 'The device or tag does not exist, or the key does not see its site.');
    case 'badRequest':
      return t('errors.badRequest', 'The server refused the request (status {{status}}).', { status: error.status });
    case 'rateLimited':
      return t('errors.rateLimited', 'The server asks for fewer requests. Wait a moment, or choose a shorter range.');
    case 'server':
      return t('errors.server', 'The server failed (status {{status}}). Try again; if it stays, tell who runs it.', {
        status: error.status,
      });
    case 'network':
      return t('errors.network', 'The server could not be reached. Check its address in the settings.');
    case 'malformed':
      return t('errors.malformed', 'The answer of {{path}} is not what the API promises.', {
        path: error.path,
        ...PLAIN_TEXT,
      });
    case 'protocol':
      return t('errors.protocol', 'The pages of the server go in a circle or do not end; reading was stopped.');
    case 'overBudget':
      return t(
        'errors.overBudget',
        'Too many rows for one series. Choose a coarser interval or a shorter range, or raise the limit in the settings.'
      );
  }
}

function serverWords(error: TelemetryError): string {
  return error.detail ? `[${error.detail}]` : '';
}
