import type { Measured } from '../../kit/figure.ts';
import type { Engine } from '../engines.ts';
import type { BenchDatabase } from '../benchDatabase.ts';

/** The servers, databases and parameters of a measurement. */
export interface BenchServers {
  readonly engine: Engine;
  /** For temporary files. */
  readonly folder: string;
  /** A million readings of one tag, and one reading of each of the other 1,999. */
  readonly small: BenchDatabase;
  /** The same and, after the import of the big file, 20 million readings of the other tags. */
  readonly large: BenchDatabase;
  readonly file: BigFile;
  /** How often the compared measurements are repeated, interleaved. */
  readonly rounds: number;
  /** Duration of each measurement. */
  readonly seconds: number;
  log(text: string): void;
}

export interface BigFile {
  readonly path: string;
  readonly rows: number;
  readonly bytes: number;
}

export type MeasureFigure = (servers: BenchServers) => Promise<readonly Measured[]>;
