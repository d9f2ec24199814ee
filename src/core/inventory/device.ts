/** A machine or instrument with its tags. The API leaves the values of type and connection open. */
export interface Device {
  /** The `dispositivo` parameter of the other operations. */
  readonly code: string;
  readonly name: string;
  readonly type: string;
  readonly site: string;
  readonly area: string;
  readonly connection: string;
  /** Undefined when the server does not report it. */
  readonly lastContactEpochMs: number | undefined;
  readonly tags: readonly Tag[];
}

/** One measured variable of a device. */
export interface Tag {
  /** The `tag` parameter of the history operation. */
  readonly key: string;
  readonly name: string;
  readonly unit: string;
  readonly type: string;
}

/** Devices by their code, to find those of many series. */
export function devicesByCode(devices: readonly Device[]): ReadonlyMap<string, Device> {
  return new Map(devices.map((device) => [device.code, device]));
}

/** A device of which only the code is known: it was decommissioned, or the key may not read the inventory. */
export function unlistedDevice(code: string): Device {
  return { code, name: code, type: '', site: '', area: '', connection: '', lastContactEpochMs: undefined, tags: [] };
}
