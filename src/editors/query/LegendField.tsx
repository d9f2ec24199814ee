import { t } from '@grafana/i18n';
import { Field, IconButton, Input } from '@grafana/ui';
import React, { useId } from 'react';
import { PLAIN_TEXT } from '../../locales/plainText';

/** The placeholders that `legendOf` replaces. */
const PLACEHOLDERS = [
  '{{device}}',
  '{{code}}',
  '{{name}}',
  '{{tag}}',
  '{{unit}}',
  '{{site}}',
  '{{area}}',
  '{{shift}}',
].join(' ');

interface LegendFieldProps {
  readonly legend: string;
  onChange(legend: string): void;
}

/** The legend template. It is applied on blur and Enter, so that the query does not run on every keystroke. */
export function LegendField({ legend, onChange }: LegendFieldProps) {
  const id = useId();
  const help = t('editors.legend.help', 'Available placeholders: {{placeholders}}', {
    placeholders: PLACEHOLDERS,
    ...PLAIN_TEXT,
  });
  const commit = (text: string) => {
    if (text.trim() !== legend) {
      onChange(text);
    }
  };
  return (
    <Field label={t('editors.legend.label', 'Legend')} noMargin>
      <Input
        // The key resets the uncontrolled input when the legend changes elsewhere.
        key={legend}
        id={id}
        defaultValue={legend}
        placeholder={t('editors.legend.auto', 'Device · tag')}
        suffix={<IconButton name="question-circle" size="sm" tooltip={help} />}
        onBlur={(event) => commit(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') {
            commit(event.currentTarget.value);
          }
        }}
      />
    </Field>
  );
}
