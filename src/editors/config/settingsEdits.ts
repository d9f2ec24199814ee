import type { DataSourceSettings } from '@grafana/data';
import type { TelemetrySecrets, TelemetrySettings } from '../../query/dataSourceSettings';
import { normalizeApiUrl } from './apiUrl';

/*
 * Every edit of the data source's settings. All are pure: they return new settings.
 */

export type SavedSettings = DataSourceSettings<TelemetrySettings, TelemetrySecrets>;

/** The props of every settings field. */
export interface SettingsFieldProps {
  readonly settings: SavedSettings;
  onChange(settings: SavedSettings): void;
}

/** Sets the URL, and removes the one that earlier versions saved in `jsonData`. */
export function changeUrl(settings: SavedSettings, typed: string): SavedSettings {
  const { url: _, ...jsonData } = settings.jsonData;
  return { ...settings, url: normalizeApiUrl(typed), jsonData };
}

/** The URL that only an earlier version saved, in `jsonData`; undefined if there is none, or if it cannot be saved anew. */
export function urlToAdopt({ url, jsonData, readOnly }: SavedSettings): string | undefined {
  return url || readOnly ? undefined : jsonData.url || undefined;
}

/** Sets a setting; undefined removes it, so that the default applies. */
export function changeSetting<K extends keyof TelemetrySettings>(
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
export function changeSecret(settings: SavedSettings, name: keyof TelemetrySecrets, text: string): SavedSettings {
  return { ...settings, secureJsonData: { ...settings.secureJsonData, [name]: text } };
}

/** Clears a saved secret, so that a new one can be entered. */
export function resetSecret(settings: SavedSettings, name: keyof TelemetrySecrets): SavedSettings {
  return {
    ...settings,
    secureJsonFields: { ...settings.secureJsonFields, [name]: false },
    secureJsonData: { ...settings.secureJsonData, [name]: '' },
  };
}
