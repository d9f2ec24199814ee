import { Stack } from '@grafana/ui';
import React, { useId } from 'react';
import type { TagTypeWords } from '../../core/serverWords';
import { tagTypeTexts } from '../../locales/settingTexts';
import { SETTINGS } from '../../query/dataSourceSettings';
import { DescribedField } from '../shared/DescribedField';
import { selectedOptions } from '../shared/pickerOptions';
import { WordsCombobox } from '../shared/WordsCombobox';
import { changeSetting, type SettingsFieldProps } from './settingsEdits';

const ROLES: ReadonlyArray<keyof TagTypeWords> = ['state', 'setPoint', 'counter'];

/** Which of the server's tag types are states, counters and set points. Every other type is a measure. */
export function TagTypeFields({ settings, onChange }: SettingsFieldProps) {
  const saved = settings.jsonData.tagTypes;
  return (
    <Stack direction="column" gap={2} alignItems="flex-start">
      {ROLES.map((role) => (
        <WordsField
          key={role}
          {...tagTypeTexts()[role]}
          words={saved?.[role] ?? SETTINGS.tagTypes.default[role]}
          presets={SETTINGS.tagTypes.default[role]}
          onChange={(words) => onChange(changeSetting(settings, 'tagTypes', { ...saved, [role]: words }))}
        />
      ))}
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
    <DescribedField label={label} description={description}>
      <WordsCombobox
        id={id}
        width={40}
        options={[...new Set([...presets, ...words])].map((word) => ({ value: word, label: word }))}
        value={selectedOptions(words, [])}
        onChange={(selected) => onChange(selected.map(({ value }) => value))}
        createCustomValue
      />
    </DescribedField>
  );
}
