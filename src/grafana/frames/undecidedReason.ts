import { t } from '@grafana/i18n';
import type { Continuation, SignalTerms } from '../../core/history/plan/planSignal';
import { isLimit, type UndecidedCause } from '../../core/history/undecided';
import { settingLabel } from '../../locales/settingTexts';
import { translate } from '../../locales/translate';
import { canIncrease } from '../../query/dataSourceSettings';

/** Why not everything is decided of a signal, and what to do; empty where the notices of missing data say it. */
export function undecidedReason(
  cause: UndecidedCause | undefined,
  budget: Omit<SignalTerms, keyof Continuation>
): string {
  if (isLimit(cause)) {
    const setting = cause === 'maxRows' ? 'maxRowsPerSeries' : cause;
    return canIncrease(setting, budget[cause])
      ? translate(
          'periods.stopped',
          'Nothing more was requested. Choose a shorter time range, or increase “{{setting}}” in the data source settings.',
          { setting: settingLabel(setting) }
        )
      : t('periods.stoppedAtMost', 'Nothing more was requested. Choose a shorter time range.');
  }
  return cause !== 'missing'
    ? t('periods.expired', 'Readings that would decide the rest are invalid or no longer retained.')
    : '';
}
