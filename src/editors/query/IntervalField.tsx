import { t } from '@grafana/i18n';
import React from 'react';
import { PLAIN_TEXT } from '../../locales/plainText';
import { ValidatedCombobox } from '../shared/ValidatedCombobox';
import { FieldHint } from '../shared/FieldHint';
import { intervalOptions, intervalProblemText } from './intervalOptions';

interface IntervalFieldProps {
  readonly interval: string;
  readonly variables: readonly string[];
  /** The zone whose days the server's `1d` buckets are. */
  readonly dayBucketZone: string;
  /** The zone of the dashboard; undefined while it is not known. */
  readonly zone: string | undefined;
  onChange(interval: string): void;
}

export function IntervalField({ interval, variables, dayBucketZone, zone, onChange }: IntervalFieldProps) {
  return (
    <div>
      <ValidatedCombobox
        label={t('editors.interval.label', 'Interval')}
        value={interval}
        options={intervalOptions(variables, dayBucketZone)}
        typedDescription={t('editors.interval.custom', 'Step of your own')}
        problemOf={intervalProblemText}
        onChange={onChange}
      />
      {interval === '1d' && zone !== undefined && zone !== dayBucketZone && (
        <FieldHint>
          {t(
            'editors.interval.serverDays',
            'Days of {{dayBucketZone}}, as the server keeps them; the dashboard shows {{zone}}. Choose “{{localDay}}” (24h) for days of the dashboard.',
            { dayBucketZone, zone, localDay: t('editors.interval.localDay', '1 day, local time'), ...PLAIN_TEXT }
          )}
        </FieldHint>
      )}
    </div>
  );
}
