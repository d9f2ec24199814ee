import { css } from '@emotion/css';
import type { GrafanaTheme2 } from '@grafana/data';
import { t } from '@grafana/i18n';
import { Checkbox, Input, useStyles2 } from '@grafana/ui';
import React, { useId, useState } from 'react';
import { settingTexts, unitText } from '../../locales/settingTexts';
import {
  type BooleanSettingName,
  type NumberSettingName,
  type SettingName,
  SETTINGS,
  type ZoneSettingName,
} from '../../query/dataSourceSettings';
import { DescribedField, FieldDescription } from '../shared/DescribedField';
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
    <DescribedField
      {...settingTexts()[name]}
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
    </DescribedField>
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
    <DescribedField {...settingTexts()[name]}>
      <OptionCombobox
        id={id}
        width={40}
        options={ZONES}
        value={settings.jsonData[name] ?? otherwise}
        onChange={(zone) => onChange(changeSetting(settings, name, zone === otherwise ? undefined : zone))}
      />
    </DescribedField>
  );
}

/** An option that is off unless it is saved. */
export function BooleanSettingField({ name, settings, onChange }: FieldOf<BooleanSettingName>) {
  const descriptionId = useId();
  const underLabel = useStyles2(getStyles);
  const { label, description } = settingTexts()[name];
  return (
    <div>
      <Checkbox
        label={label}
        aria-describedby={description === undefined ? undefined : descriptionId}
        value={settings.jsonData[name] ?? false}
        onChange={(event) => onChange(changeSetting(settings, name, event.currentTarget.checked || undefined))}
      />
      {description !== undefined && (
        <div className={underLabel}>
          <FieldDescription id={descriptionId}>{description}</FieldDescription>
        </div>
      )}
    </div>
  );
}

/** As far to the right as the label of a checkbox. */
function getStyles(theme: GrafanaTheme2) {
  return css({ paddingLeft: theme.spacing(3) });
}
