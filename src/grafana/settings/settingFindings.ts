import { t } from '@grafana/i18n';
import { PLAIN_TEXT } from '../../locales/plainText';
import { settingLabel } from '../../locales/settingTexts';
import { type SettingProblem, settingProblems, SETTINGS, type TelemetrySettings } from '../../query/dataSourceSettings';

/** A sentence for each setting that is not used as it is saved, which only a provisioning file can cause. */
export function settingFindings(settings: TelemetrySettings): string[] {
  return settingProblems(settings).map(findingText);
}

function findingText({ name, saved, used }: SettingProblem): string {
  const setting = SETTINGS[name];
  const values = { setting: settingLabel(name), name, saved: JSON.stringify(saved), used, ...PLAIN_TEXT };
  return setting.type === 'zone'
    ? t(
        'health.unknownZone',
        '“{{setting}}” ({{name}}) is {{saved}}, which is not a known time zone. {{used}} is used.',
        values
      )
    : t(
        'health.outOfBounds',
        '“{{setting}}” ({{name}}) is {{saved}}, but must be a number from {{min}} to {{max}}. {{used}} is used.',
        { ...values, min: setting.min, max: setting.max }
      );
}
