import type { FileOptions } from './runImport.ts';
import type { RepeatedHour } from './values/wallTime.ts';

/** The format of times and values in a file. */
export interface ValueOptions extends FileOptions {
  readonly timeFormat: string;
  readonly zone?: string;
  readonly repeatedHour: RepeatedHour;
  readonly decimalComma?: boolean;
}
