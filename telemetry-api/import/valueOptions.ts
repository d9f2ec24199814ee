import type { FileOptions } from './runImport.ts';
import { timestampParser } from './timestampParser.ts';
import type { RepeatedHour } from './wallTime.ts';

/** How a file writes times and values. */
export interface ValueOptions extends FileOptions {
  readonly timeFormat: string;
  readonly zone?: string;
  readonly repeatedHour: RepeatedHour;
  readonly decimalComma?: boolean;
}

/** @param onRepeatedHour is told of each time that a change of clocks makes ambiguous */
export function timestampsOf({ timeFormat, zone, repeatedHour }: ValueOptions, onRepeatedHour?: () => void) {
  return timestampParser({ format: timeFormat, zone: zone ?? null, repeatedHour, onRepeatedHour });
}
