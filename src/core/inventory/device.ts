/** A machine or instrument with the variables it measures, as the server lists it. Open words stay as they are. */
export interface Device {
  /** What the other operations call `dispositivo`. */
  readonly code: string;
  readonly name: string;
  readonly type: string;
  readonly site: string;
  readonly area: string;
  readonly connection: string;
  /** Undefined when the server does not say. */
  readonly lastContactEpochMs: number | undefined;
  readonly tags: readonly Tag[];
}

/** One measured variable of a device. */
export interface Tag {
  /** What the history operation calls `tag`. */
  readonly key: string;
  readonly name: string;
  readonly unit: string;
  readonly type: string;
}
