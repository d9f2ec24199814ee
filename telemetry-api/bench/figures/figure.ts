import type { Engine } from '../engines.ts';
import type { BenchDatabase } from '../benchDatabase.ts';

/** One figure of the service on one database server. */
export interface Measurement {
  /** Without the server's name: figures of the same name stand side by side. */
  readonly figure: string;
  readonly value: number;
  readonly limit: number;
  readonly better: 'lower' | 'higher';
  /** What was behind it, for people. */
  readonly detail: string;
}

/** What figures are measured on. */
export interface Stage {
  readonly engine: Engine;
  /** For files that are gone afterwards. */
  readonly folder: string;
  /** A million readings of one tag, and a reading each of 1,999 others. */
  readonly small: BenchDatabase;
  /** The same and, once the big file is in, 20 million readings of the others. */
  readonly large: BenchDatabase;
  /** The big file. */
  readonly file: BigFile;
  /** How often things that are compared are repeated by turns. */
  readonly rounds: number;
  /** How long one of them is kept going. */
  readonly seconds: number;
  log(text: string): void;
}

export interface BigFile {
  readonly path: string;
  readonly rows: number;
  readonly bytes: number;
}

export type MeasureFigure = (stage: Stage) => Promise<readonly Measurement[]>;
