import type { SavedSettings } from './settingsEdits';

/** What every field of the settings needs. */
export interface SettingsFieldProps {
  readonly settings: SavedSettings;
  onChange(settings: SavedSettings): void;
}
