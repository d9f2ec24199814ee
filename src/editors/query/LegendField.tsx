import { t } from '@grafana/i18n';
import { Field, IconButton, Input } from '@grafana/ui';
import React, { useId } from 'react';
import { PLAIN_TEXT } from '../../locales/plainText';

/** What a legend template may hold; `legendOf` fills them in. */
const LEGEND_WORDS = ['{{device}}', '{{code}}', '{{name}}', '{{tag}}', '{{unit}}', '{{site}}', '{{area}}'].join(' ');

interface LegendFieldProps {
  readonly legend: string;
  onChange(legend: string): void;
}

/** The legend template; taken when the field is left or Enter is pressed, so that not every key runs the query. */
export function LegendField({ legend, onChange }: LegendFieldProps) {
  const id = useId();
  const help = t('editors.legend.help', 'Words that are filled in: {{words}}', { words: LEGEND_WORDS, ...PLAIN_TEXT });
  const commit = (text: string) => {
    if (text.trim() !== legend) {
      onChange(text);
    }
  };
  return (
    <Field label={t('editors.legend.label', 'Legend')} noMargin>
      <Input
        // A new key puts a legend that was changed elsewhere into the field.
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
