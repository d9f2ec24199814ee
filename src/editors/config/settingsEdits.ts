import type { DataSourceSettings } from '@grafana/data';
import type { TelemetrySecrets, TelemetrySettings } from '../../query/dataSourceSettings';
import { normalizeApiUrl } from './apiUrl';

/*
 * Every change of the settings of the data source, by name. All are pure: they return new settings.
 */

export type SavedSettings = DataSourceSettings<TelemetrySettings, TelemetrySecrets>;

/**
 * Writes the address to both of its places: the routes of plugin.json read `jsonData.url`, while Grafana's proxy
 * checks `url` before it follows any of them.
 */
export function changeUrl(settings: SavedSettings, typed: string): SavedSettings {
  const url = normalizeApiUrl(typed);
  return { ...settings, url, jsonData: { ...settings.jsonData, url } };
}

/** Sets one setting; undefined takes it away, so that the default holds. */
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

/** A secret that was typed and will be saved. */
export function changeSecret(settings: SavedSettings, name: keyof TelemetrySecrets, text: string): SavedSettings {
  return { ...settings, secureJsonData: { ...settings.secureJsonData, [name]: text } };
}

/** Forgets a saved secret, so that another can be typed. */
export function resetSecret(settings: SavedSettings, name: keyof TelemetrySecrets): SavedSettings {
  return {
    ...settings,
    secureJsonFields: { ...settings.secureJsonFields, [name]: false },
    secureJsonData: { ...settings.secureJsonData, [name]: '' },
  };
}
