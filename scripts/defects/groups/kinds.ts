import type { Defect } from '../defect.ts';

/** In src/kinds. */
export const KINDS: readonly Defect[] = [
  {
    id: 'acknowledged-alerts-count-as-unattended',
    file: 'src/kinds/alerts/frames/alertTables.ts',
    find: '(group) => group.filter(({ alert }) => isUnattended(alert)).length,',
    replace: "(group) => group.filter(({ alert }) => isUnattended(alert) || findPhase(alert) === 'ended').length,",
    effect: 'The list of rules counts every alert that has ended as one that nobody acknowledged.',
  },
  {
    id: 'missing-alerts-are-not-mentioned',
    file: 'src/kinds/alerts/alertsRun.ts',
    find: 'error === undefined ? undefined : alertsMissingNotice(error)',
    replace: 'error === undefined || alerts.length > 0 ? undefined : alertsMissingNotice(error)',
    effect: 'One of two requests failed, half of the alerts are shown, and nothing says so.',
  },
  {
    id: 'change-in-percent-of-the-new-value',
    file: 'src/kinds/history/frames/rangeTable.ts',
    find: '/ Math.abs(before)',
    replace: '/ Math.abs(value)',
    effect: 'A consumption that doubled has risen by 50 %.',
  },
  {
    id: 'invalid-buckets-are-not-mentioned',
    file: 'src/kinds/history/frames/historyNotices.ts',
    find: "return cause === 'invalid'\n    ? warning(",
    replace: "return cause === 'missing'\n    ? warning(",
    effect: 'Points are left out because the server sent nonsense, and no notice says so.',
  },
  {
    id: 'stale-since-on-the-clock-of-the-browser',
    file: 'src/kinds/latest/latestFrames.ts',
    find: 'dateTimeFormat(timeEpochMs, { timeZone: options.timeZone })',
    replace: 'dateTimeFormat(timeEpochMs, { timeZone: options.legend })',
    effect: 'The notice about stale values has the time of another zone than the dashboard.',
  },
  {
    id: 'silent-tags-are-none-without-inventory',
    file: 'src/kinds/latest/latestRun.ts',
    find: 'const hasAllTags = !listsAll || unknownBecause === undefined;',
    replace: "const hasAllTags = !listsAll || unknownBecause !== 'late';",
    effect: 'While the inventory cannot be read, a tile says that no tag is without readings.',
  },
  {
    id: 'unit-column-has-the-name',
    file: 'src/kinds/devices/devicesFrame.ts',
    find: "t('devices.unit', 'Unit'), ofTag('unit')",
    replace: "t('devices.unit', 'Unit'), ofTag('name')",
    effect: 'The column Unit of the list of tags has their names.',
  },
  {
    id: 'rows-of-a-running-export-are-hidden',
    file: 'src/kinds/exports/exportsFrame.ts',
    find: 'dataExport.rows === 0 && isRunning(dataExport)',
    replace: 'dataExport.rows === 0 || isRunning(dataExport)',
    effect: 'An empty file no longer says that it has no rows.',
  },
  {
    id: 'periods-are-joined-by-the-minimum',
    file: 'src/grafana/query/condition/readPeriodTexts.ts',
    find: 'joinWithinMs: readDuration(query.joinWithin)',
    replace: 'joinWithinMs: readDuration(query.minDuration)',
    effect: 'Interruptions as long as the minimum duration disappear, those that should do not.',
  },
  {
    id: 'closed-panel-goes-on-loading',
    file: 'src/kinds/runQuery.ts',
    find: 'return () => controller.abort();',
    replace: 'return () => undefined;',
    effect: 'Requests of a panel that was left go on, in the way of those that somebody looks at.',
  },
];
