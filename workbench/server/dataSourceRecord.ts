import type { UnknownObject } from '../jsonShape.ts';

/** A configured data source with its secrets. Never send it as is: see dataSourceDto. */
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
