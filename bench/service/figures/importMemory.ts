import { settle, withPool } from '../benchDatabase.ts';
import { runImportCommand } from '../runImportCommand.ts';
import type { Measured } from '../../kit/figure.ts';
import type { BenchServers } from './figure.ts';

const MB = 1e6;

/** Imports the big file, which is the long history for the figures that follow. */
export async function importMemory({ large, file, log }: BenchServers): Promise<Measured[]> {
  log(`import of ${(file.bytes / MB).toFixed(0)} MB, ${file.rows} readings`);
  const { rows, seconds, peakBytes } = await runImportCommand(large.url, file.path);
  await withPool(large.url, settle);
  if (peakBytes === undefined) {
    log('This system does not report the peak memory of a process.');
    return [];
  }
  return [
    {
      figure: 'memory while 1 GB is imported, MB',
      ...{ value: peakBytes / MB, limit: 512, better: 'lower' },
      detail: `${(file.bytes / MB).toFixed(0)} MB in ${seconds.toFixed(0)} s, ${(rows / seconds).toFixed(0)} readings/s`,
    },
  ];
}
