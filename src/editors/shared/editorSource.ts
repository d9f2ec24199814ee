import type { Device } from '../../core/inventory/device';

/** What editors need of the data source. */
export interface EditorDataSource {
  /**
   * The devices that the key sees, with their tags.
   * @throws Error with words for people
   */
  listDevices(): Promise<readonly Device[]>;
  /** The dashboard's variables as they are written in a query: `$name`. */
  variableNames(): string[];
  /** The IANA zone whose days the server's `1d` buckets are. */
  dayBucketZone(): string;
}
