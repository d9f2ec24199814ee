import type { FileOptions } from './runImport.ts';
import { timestampParser } from './values/timestampParser.ts';
import type { RepeatedHour } from './values/wallTime.ts';

/** The format of times and values in a file. */
export interface ValueOptions extends FileOptions {
  readonly timeFormat: string;
  readonly zone?: string;
  readonly repeatedHour: RepeatedHour;
  readonly decimalComma?: boolean;
}

/** @param onRepeatedHour is called for each local time that a DST change makes ambiguous */
export function timestampsOf({ timeFormat, zone, repeatedHour }: ValueOptions, onRepeatedHour?: () => void) {
  return timestampParser({ format: timeFormat, zone, repeatedHour, onRepeatedHour });
}
