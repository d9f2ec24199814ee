import { t } from '@grafana/i18n';
import React from 'react';
import { FieldHint } from '../shared/FieldRow';

interface RuleUnitHintProps {
  /** True if the query returns durations. */
  readonly hasDurations: boolean;
  /** True if it returns shares. */
  readonly hasShares?: boolean;
}

/** What thresholds of an alert rule count, where its preview has the same value in another form: “00:10:00”, “25 %”. */
export function RuleUnitHint({ hasDurations, hasShares = false }: RuleUnitHintProps) {
  const texts = [
    ...(hasDurations ? [t('editors.ruleUnit.seconds', 'In a rule, thresholds count seconds: 10 min = 600.')] : []),
    ...(hasShares ? [t('editors.ruleUnit.share', 'In a rule, thresholds count shares from 0 to 1: 25 % = 0.25.')] : []),
  ];
  return texts.length === 0 ? null : <FieldHint>{texts.join(' ')}</FieldHint>;
}
