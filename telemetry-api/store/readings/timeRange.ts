/** Times from `fromMs`, inclusive, to `toMs`, exclusive, in ms since 1970. */
export interface TimeRange {
  readonly fromMs: number;
  readonly toMs: number;
}
