import { dateTimeFormat, type QueryResultMetaNotice } from '@grafana/data';
import { t } from '@grafana/i18n';
import { rowCount } from '../core/api/rows';
import type { LoadedSeries } from '../core/history/loadedSeries';
import type { TimeWindow } from '../core/time/window';
import { errorText } from './errorText';
import { PLAIN_TEXT } from '../locales/plainText';

/**
 * What must be said on the panel about a series: what is missing, what was substituted, what was left out.
 * @param shownRows how many rows are drawn, fewer than loaded where readings were thinned
 * @param name how the legend calls the series
 * @param timeZone the zone of the dashboard, in which spans are written
 */
export function seriesNotices(
  loaded: LoadedSeries,
  shownRows: number,
  name: string,
  timeZone: string
): QueryResultMetaNotice[] {
  const { read, substitution } = loaded;
  const notices: QueryResultMetaNotice[] = read.missing.map(({ window, error }) => ({
    severity: 'error',
    text: t('notices.missing', '{{name}}: no data from {{span}}. {{reason}} Refresh to try again.', {
      name,
      span: spanText(window, timeZone),
      reason: errorText(error),
      ...PLAIN_TEXT,
    }),
  }));
  if (substitution?.kind === 'tooManyReadings') {
    notices.push({
      severity: 'info',
      text: t(
        'notices.tooManyReadings',
        '{{name}}: 1-minute averages with their band are drawn, because the range holds {{readings}} readings (at most {{maxRows}} are drawn one by one). Zoom in to see each reading.',
        { name, readings: substitution.readings, maxRows: substitution.maxRows, ...PLAIN_TEXT }
      ),
    });
  }
  if (substitution?.kind === 'unknownCounts') {
    notices.push({
      severity: 'warning',
      text: t(
        'notices.unknownCounts',
        "{{name}}: the server does not say how many readings its averages stand for, so they cannot be added up exactly; the server's own rows are drawn.",
        { name, ...PLAIN_TEXT }
      ),
    });
  }
  if (substitution?.kind === 'unknownReadings') {
    notices.push({
      severity: 'warning',
      text: t(
        'notices.unknownReadings',
        '{{name}}: averages with their band are drawn, because the server does not say how many readings the range holds. Zoom in to see each reading.',
        { name, ...PLAIN_TEXT }
      ),
    });
  }
  if (substitution?.kind === 'readingsNotKept') {
    const values = { name, readings: substitution.readings, ...PLAIN_TEXT };
    notices.push({
      severity: 'warning',
      text:
        loaded.level === 'raw'
          ? t(
              'notices.lostReadings',
              '{{name}}: the server does not keep {{readings}} readings at the beginning of the range any more. Choose another interval to see their averages.',
              values
            )
          : t(
              'notices.readingsNotKept',
              '{{name}}: 1-minute averages with their band are drawn, because the server does not keep {{readings}} readings at the beginning of the range any more.',
              values
            ),
    });
  }
  if (substitution?.kind === 'unexpectedBuckets') {
    notices.push({
      severity: 'warning',
      text: t(
        'notices.unexpectedBuckets',
        "{{name}}: the server's {{level}} averages begin at other times than expected, so they cannot be added up exactly; the server's own rows are drawn. Check the zone of the daily averages in the settings of the data source.",
        { name, level: substitution.level, ...PLAIN_TEXT }
      ),
    });
  }
  if (substitution?.kind === 'utcSteps') {
    notices.push({
      severity: 'info',
      text: t(
        'notices.utcSteps',
        '{{name}}: the points follow the clock of UTC, because those of the time zone would cost too many rows over this range. Choose an interval to fix them, or a shorter range.',
        { name, ...PLAIN_TEXT }
      ),
    });
  }
  if (shownRows < rowCount(loaded.rows)) {
    notices.push({
      severity: 'info',
      text: t(
        'notices.thinned',
        '{{name}}: of {{readings}} readings the first, last, lowest and highest of every pixel are drawn. Zoom in to see each one.',
        { name, readings: rowCount(loaded.rows), ...PLAIN_TEXT }
      ),
    });
  }
  const dropped = read.unusableRows + read.outsideRows + read.duplicateRows;
  if (dropped > 0) {
    notices.push({
      severity: 'warning',
      text: t(
        'notices.dropped',
        '{{name}}: {{dropped}} of {{received}} rows from the server were left out: {{unusable}} without a usable time or number, {{duplicate}} double, {{outside}} outside the range asked for.',
        {
          name,
          dropped,
          received: read.receivedRows,
          unusable: read.unusableRows,
          duplicate: read.duplicateRows,
          outside: read.outsideRows,
          ...PLAIN_TEXT,
        }
      ),
    });
  }
  return notices;
}

function spanText(window: TimeWindow, timeZone: string): string {
  const format = (epochMs: number) => dateTimeFormat(epochMs, { timeZone });
  return `${format(window.fromEpochMs)} – ${format(window.toEpochMs)}`;
}
