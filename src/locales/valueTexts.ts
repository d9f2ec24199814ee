import { t } from '@grafana/i18n';
import {
  ALERT_STATE_WORDS,
  type AlertPhase,
  type Connection,
  type ExportState,
  findMeaning,
  type Severity,
  SEVERITY_WORDS,
} from '../core/serverWords';

/* What users read instead of the server's words. */

type Texts<Meaning extends string> = Readonly<Record<Meaning, string>>;

export function severityTexts(): Texts<Severity> {
  return {
    critical: t('words.severity.critical', 'Critical'),
    warning: t('words.severity.warning', 'Warning'),
    info: t('words.severity.info', 'Information'),
  };
}

export function alertStateTexts(): Texts<AlertPhase> {
  return {
    opened: t('words.alertState.open', 'Open'),
    acknowledged: t('words.alertState.acknowledged', 'Acknowledged'),
    ended: t('words.alertState.ended', 'Ended'),
  };
}

export function connectionTexts(): Texts<Connection> {
  return {
    online: t('words.connection.online', 'Online'),
    offline: t('words.connection.offline', 'Offline'),
    noData: t('words.connection.noData', 'No data'),
  };
}

export function exportStateTexts(): Texts<ExportState> {
  return {
    pending: t('words.exportState.pending', 'Pending'),
    processing: t('words.exportState.processing', 'Processing'),
    ready: t('words.exportState.ready', 'Ready'),
    failed: t('words.exportState.failed', 'Failed'),
    expired: t('words.exportState.expired', 'Expired'),
  };
}

/** A severity as users read it; a word that only the server knows stays as it is. */
export function severityText(word: string): string {
  const severity = findMeaning(SEVERITY_WORDS, word);
  return severity === undefined ? word : severityTexts()[severity];
}

/** A state of an alert as users read it; a word that only the server knows stays as it is. */
export function alertStateText(word: string): string {
  const phase = findMeaning(ALERT_STATE_WORDS, word);
  return phase === undefined ? word : alertStateTexts()[phase];
}
