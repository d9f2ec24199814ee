import type { SavedSettings } from '../config/settingsEdits';

/** The settings of a new data source. */
export const SETTINGS = {
  id: 1,
  uid: 'telemetria-industrial',
  orgId: 1,
  name: 'Telemetría Industrial',
  type: 'telemetria-industrial-datasource',
  typeName: 'Telemetría Industrial',
  typeLogoUrl: '',
  access: 'proxy',
  url: '',
  user: '',
  basicAuth: false,
  basicAuthUser: '',
  isDefault: false,
  withCredentials: false,
  readOnly: false,
  jsonData: {},
  secureJsonFields: {},
} as SavedSettings;
