import { t } from '@grafana/i18n';
import { Field, MultiCombobox, Stack } from '@grafana/ui';
import React, { useId } from 'react';
import type { TagTypeWords } from '../../core/inventory/tagRole';
import { TAG_TYPE_WORDS } from '../../core/serverWords';
import { selectedOptions } from '../shared/pickerOptions';
import { changeSetting, type SettingsFieldProps } from './settingsEdits';

/** Which of the server's tag types are states, counters and set points. Every other type is a measure. */
export function TagTypeFields({ settings, onChange }: SettingsFieldProps) {
  const field = (role: keyof TagTypeWords) => ({
    words: settings.jsonData.tagTypes?.[role] ?? TAG_TYPE_WORDS[role],
    presets: TAG_TYPE_WORDS[role],
    onChange: (words: string[]) =>
      onChange(changeSetting(settings, 'tagTypes', { ...settings.jsonData.tagTypes, [role]: words })),
  });
  return (
    <Stack direction="column" gap={2} alignItems="flex-start">
      <WordsField
        label={t('editors.config.tagTypes.state', 'States')}
        description={t(
          'editors.config.tagTypes.stateDescription',
          'Tag types whose values hold until the next reading, such as on and off. They are shown as steps and not averaged where the readings fit.'
        )}
        {...field('state')}
      />
      <WordsField
        label={t('editors.config.tagTypes.setPoint', 'Set points')}
        description={t(
          'editors.config.tagTypes.setPointDescription',
          'Tag types of target values, shown as steps, too.'
        )}
        {...field('setPoint')}
      />
      <WordsField
        label={t('editors.config.tagTypes.counter', 'Counters')}
        description={t(
          'editors.config.tagTypes.counterDescription',
          'Tag types of values that only grow until they are reset. The query editor suggests their increase.'
        )}
        {...field('counter')}
      />
    </Stack>
  );
}

interface WordsFieldProps {
  readonly label: string;
  readonly description: string;
  readonly words: readonly string[];
  /** The words that are suggested. */
  readonly presets: readonly string[];
  onChange(words: string[]): void;
}

function WordsField({ label, description, words, presets, onChange }: WordsFieldProps) {
  const id = useId();
  return (
    <Field label={label} description={description} noMargin>
      <MultiCombobox
        id={id}
        width={40}
        options={[...new Set([...presets, ...words])].map((word) => ({ value: word, label: word }))}
        value={selectedOptions(words, [])}
        onChange={(selected) => onChange(selected.map(({ value }) => value))}
        createCustomValue
      />
    </Field>
  );
}
