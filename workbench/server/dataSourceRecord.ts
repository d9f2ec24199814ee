import type { UnknownObject } from '../jsonShape.ts';

/** One configured data source as the server holds it, secrets included. Never sent as it is: see dataSourceDto. */
export interface DataSourceRecord {
  readonly id: number;
  readonly uid: string;
  readonly name: string;
  /** The plugin's id. */
  readonly type: string;
  readonly access: string;
  readonly url: string;
  readonly user: string;
  readonly database: string;
  readonly basicAuth: boolean;
  readonly basicAuthUser: string;
  readonly withCredentials: boolean;
  readonly isDefault: boolean;
  readonly readOnly: boolean;
  readonly version: number;
  readonly jsonData: UnknownObject;
  readonly secureJsonData: Readonly<Record<string, string>>;
}
