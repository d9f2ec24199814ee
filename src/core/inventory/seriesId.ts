/** One tag of one device. */
export interface SeriesId {
  readonly device: string;
  readonly tag: string;
}

/** Different for each series, for maps and sets. */
export function seriesKey({ device, tag }: SeriesId): string {
  return JSON.stringify([device, tag]);
}
