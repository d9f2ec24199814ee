/** One tag of one device. */
export interface SeriesId {
  readonly device: string;
  readonly tag: string;
}
