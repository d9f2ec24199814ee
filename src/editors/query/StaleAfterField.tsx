import { t } from '@grafana/i18n';
import React from 'react';
import { DurationField } from './DurationField';

interface StaleAfterFieldProps {
  readonly staleAfter: string;
  readonly variables: readonly string[];
  onChange(staleAfter: string): void;
}

/** How old a value may be. */
export function StaleAfterField({ staleAfter, ...rest }: StaleAfterFieldProps) {
  const label = t('editors.staleAfter.label', 'Stale after');
  return <DurationField label={label} value={staleAfter} otherOptions={[]} durations={COMMON_AGES} {...rest} />;
}

/** How old values usually may be. */
const COMMON_AGES = ['1m', '5m', '15m', '1h', '6h', '1d'] as const;
