import { t } from '@grafana/i18n';
import { Field, IconButton } from '@grafana/ui';
import React, { useId } from 'react';
import { PLAIN_TEXT } from '../../locales/plainText';
import { DraftInput } from '../shared/DraftInput';

/** The placeholders that `legendName` replaces. */
const PLACEHOLDERS = ['{{device}}', '{{code}}', '{{name}}', '{{tag}}', '{{unit}}', '{{site}}', '{{area}}'];

interface LegendFieldProps {
  readonly legend: string;
  /** True for latest values, which have an age; other series have a time shift. */
  readonly ofLatest?: boolean;
  onChange(legend: string): void;
}

/** The legend template. */
export function LegendField({ legend, ofLatest = false, onChange }: LegendFieldProps) {
  const id = useId();
  const help = t('editors.legend.help', 'Available placeholders: {{placeholders}}', {
    placeholders: [...PLACEHOLDERS, ofLatest ? '{{age}}' : '{{shift}}'].join(' '),
    ...PLAIN_TEXT,
  });
  const save = (text: string) => {
    const edited = text.trim();
    if (edited !== legend) {
      onChange(edited);
    }
    return edited;
  };
  return (
    <Field label={t('editors.legend.label', 'Legend')} noMargin>
      <DraftInput
        id={id}
        value={legend}
        save={save}
        placeholder={t('editors.legend.auto', 'Device · tag')}
        suffix={<IconButton name="question-circle" size="sm" tooltip={help} />}
      />
    </Field>
  );
}
