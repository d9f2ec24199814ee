import { t } from '@grafana/i18n';
import { Checkbox, Field, Input } from '@grafana/ui';
import React, { useId, useState } from 'react';
import { settingTexts, unitText } from '../../locales/settingTexts';
import {
  type BooleanSettingName,
  type NumberSettingName,
  type SettingName,
  SETTINGS,
  type ZoneSettingName,
} from '../../query/dataSourceSettings';
import { OptionCombobox } from '../shared/OptionCombobox';
import type { PickerOption } from '../shared/pickerOptions';
import { changeSetting, type SettingsFieldProps } from './settingsEdits';

interface FieldOf<Name extends SettingName> extends SettingsFieldProps {
  readonly name: Name;
}

/** A whole number within the bounds of the setting. An invalid text stays in the field with an error message and is not saved. */
export function NumberSettingField({ name, settings, onChange }: FieldOf<NumberSettingName>) {
  const id = useId();
  const [rejected, setRejected] = useState<string>();
  const { min, max, default: otherwise, ...setting } = SETTINGS[name];
  return (
    <Field
      {...settingTexts()[name]}
      noMargin
      invalid={rejected !== undefined}
      error={t('editors.config.outOfRange', 'Enter a whole number from {{min, number}} to {{max, number}}.', {
        min,
        max,
      })}
    >
      <Input
        id={id}
        width={20}
        inputMode="numeric"
        value={rejected ?? settings.jsonData[name] ?? ''}
        placeholder={String(otherwise)}
        suffix={'unit' in setting ? unitText(setting.unit) : undefined}
        onChange={(event) => {
          const text = event.currentTarget.value.trim();
          const number = Number(text);
          const isValid = text === '' || (/^\d+$/.test(text) && number >= min && number <= max);
          setRejected(isValid ? undefined : text);
          if (isValid) {
            onChange(changeSetting(settings, name, text === '' ? undefined : number));
          }
        }}
      />
    </Field>
  );
}

const ZONES: readonly PickerOption[] = [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])].map((name) => ({
  value: name,
  label: name,
}));

/** A time zone. The default is not saved. */
export function ZoneSettingField({ name, settings, onChange }: FieldOf<ZoneSettingName>) {
  const id = useId();
  const otherwise = SETTINGS[name].default;
  return (
    <Field {...settingTexts()[name]} noMargin>
      <OptionCombobox
        id={id}
        width={40}
        options={ZONES}
        value={settings.jsonData[name] ?? otherwise}
        onChange={(zone) => onChange(changeSetting(settings, name, zone === otherwise ? undefined : zone))}
      />
    </Field>
  );
}

/** An option that is off unless it is saved. */
export function BooleanSettingField({ name, settings, onChange }: FieldOf<BooleanSettingName>) {
  return (
    <Checkbox
      {...settingTexts()[name]}
      value={settings.jsonData[name] ?? false}
      onChange={(event) => onChange(changeSetting(settings, name, event.currentTarget.checked || undefined))}
    />
  );
}
