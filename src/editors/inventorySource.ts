import { type Device } from '../core/inventory/device';

/** What pickers need of the data source. */
export interface InventorySource {
  /**
   * The devices that the key sees, with their tags.
   * @throws Error with words for people
   */
  listDevices(): Promise<readonly Device[]>;
  /** The dashboard's variables as they are written in a query: `$name`. */
  variableNames(): string[];
}
