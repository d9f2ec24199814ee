/** One variable of one device. */
export interface SeriesId {
  readonly device: string;
  readonly tag: string;
}
