/** Single modules of `@grafana/data`, which the bundler takes from the package: as a whole it needs a browser. */
declare module 'grafana-data/types/dataFrame' {
  export { FieldType } from '@grafana/data';
}
declare module 'grafana-data/types/data' {
  export { LoadingState } from '@grafana/data';
}
declare module 'grafana-data/types/thresholds' {
  export { ThresholdsMode } from '@grafana/data';
}
declare module 'grafana-data/types/valueMapping' {
  export { MappingType, SpecialValueMatch } from '@grafana/data';
}
declare module 'grafana-data/datetime/rangeutil' {
  import type { TimeRange } from '@grafana/data';
  export function calculateInterval(
    range: Pick<TimeRange, 'from' | 'to'>,
    points: number
  ): { readonly intervalMs: number; readonly interval: string };
}
