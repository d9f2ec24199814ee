import type { Program } from './programs.ts';

/** What an importer has printed about a readings file. */
export interface ImportReport {
  readonly added: number;
  readonly repeated: number;
  /** Read, and maybe not stored. */
  readonly unconfirmed: number;
}

/** NaN for what it has not printed; rows that are not mentioned as unconfirmed are confirmed. */
export function readImportReport(program: Program): ImportReport {
  const report = program.lines().join('\n');
  const count = (pattern: RegExp) => Number(pattern.exec(report)?.[1]?.replaceAll(',', ''));
  return {
    added: count(/([\d,]+) +new/),
    repeated: count(/([\d,]+) +already stored with the same value/),
    unconfirmed: count(/([\d,]+) +read but not confirmed/) || 0,
  };
}
