import type { DataSourceSettings } from '@grafana/data';
import type { SecretName, SettingName, TelemetrySecrets, TelemetrySettings } from '../../query/dataSourceSettings';

/*
 * Every edit of the data source's settings. All are pure: they return new settings.
 */

export type SavedSettings = DataSourceSettings<TelemetrySettings, TelemetrySecrets>;

/** The props of every settings field. */
export interface SettingsFieldProps {
  readonly settings: SavedSettings;
  onChange(settings: SavedSettings): void;
}

/** Sets a setting; undefined removes it, so that the default applies. */
export function changeSetting<K extends SettingName>(
  settings: SavedSettings,
  name: K,
  value: TelemetrySettings[K] | undefined
): SavedSettings {
  const jsonData = { ...settings.jsonData };
  if (value === undefined) {
    delete jsonData[name];
  } else {
    jsonData[name] = value;
  }
  return { ...settings, jsonData };
}

/** Sets a secret, which is sent to Grafana on save. */
export function changeSecret(settings: SavedSettings, name: SecretName, text: string): SavedSettings {
  return { ...settings, secureJsonData: { ...settings.secureJsonData, [name]: text } };
}

/** Clears a saved secret, so that a new one can be entered. */
export function resetSecret(settings: SavedSettings, name: SecretName): SavedSettings {
  return {
    ...settings,
    secureJsonFields: { ...settings.secureJsonFields, [name]: false },
    secureJsonData: { ...settings.secureJsonData, [name]: '' },
  };
}
