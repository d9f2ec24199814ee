import type { DataFrame, TimeZone } from '@grafana/data';
import { framesToCsv } from './framesToCsv.ts';

/** Downloads frames as CSV. */
export function downloadCsv(title: string, frames: readonly DataFrame[], timeZone: TimeZone | undefined) {
  // Without the byte order mark, Excel reads UTF-8 as another encoding.
  const csv = new Blob(['\uFEFF', framesToCsv(frames, timeZone)], { type: 'text/csv;charset=utf-8' });
  const link = document.createElement('a');
  link.href = URL.createObjectURL(csv);
  link.download = `${title} ${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}.csv`;
  link.click();
  URL.revokeObjectURL(link.href);
}
