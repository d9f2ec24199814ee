import type { Defect } from '../defect.ts';

/** In src/grafana and src/editors. */
export const INTERFACE: readonly Defect[] = [
  {
    id: 'missing-data-is-only-a-warning',
    file: 'src/grafana/frames/notices.ts',
    find: "timeZone: string): QueryResultMetaNotice {\n  return {\n    severity: 'error',",
    replace: "timeZone: string): QueryResultMetaNotice {\n  return {\n    severity: 'warning',",
    effect: 'An alert rule calculates with the half that was received.',
  },
  {
    id: 'wrong-key-is-a-bad-request',
    file: 'src/grafana/grafanaTransport.ts',
    find: '/authentication to data source failed/i',
    replace: '/authentication failed/i',
    effect: 'With a wrong key, panels blame the query.',
  },
  {
    id: 'unreachable-server-behind-the-proxy',
    file: 'src/grafana/settings/checkHealth.ts',
    find: "error.kind === 'network' || error.status === 502",
    replace: "error.kind === 'network'",
    effect: 'Save & test does not say that nothing answers at the address.',
  },
  {
    id: 'chosen-device-changes-by-itself',
    file: 'src/grafana/variables/chosenValues.ts',
    find: '!known.has(unquoted(value))',
    replace: 'known.has(unquoted(value))',
    effect: 'After a refresh, a dashboard shows another device than the chosen one.',
  },
  {
    id: 'panel-in-error-gives-up',
    file: 'src/grafana/query/watchedLoad.ts',
    find: 'const MAX_WAIT_MS = 60_000;',
    replace: 'const MAX_WAIT_MS = 6_000;',
    effect: 'After an outage of the API, panels stay in error until somebody refreshes them.',
  },
  {
    id: 'trend-link-ends-now',
    file: 'src/grafana/exploreUrl.ts',
    find: 'toEpochMs: Math.max(toEpochMs, Math.min(',
    replace: 'toEpochMs: Math.max(nowEpochMs, Math.min(',
    effect: 'The trend of an alert of last year shows a year.',
  },
  {
    id: 'ad-hoc-name-is-a-pattern',
    file: 'src/grafana/query/filter/adHocFilters.ts',
    find: 'values: [exactly(value)]',
    replace: 'values: [value]',
    effect: 'A filter of the dashboard on the device "P*1" brings P11 with it.',
  },
  {
    id: 'proposed-condition-on-the-other-side',
    file: 'src/editors/query/useStart.ts',
    find: "{ rising: '>', falling: '<' }",
    replace: "{ rising: '<', falling: '>' }",
    effect: 'The editor proposes "below 8" for alerts that begin above.',
  },
  {
    id: 'typed-text-is-lost',
    file: 'src/editors/shared/MultiOptionCombobox.tsx',
    find: 'if (!hasFoundOption.current) {',
    replace: 'if (hasFoundOption.current) {',
    effect: 'A device that somebody has typed disappears when they leave the field.',
  },
  {
    id: 'reset-key-counts-as-saved',
    file: 'src/editors/config/settingsEdits.ts',
    find: 'secureJsonFields: { ...settings.secureJsonFields, [name]: false }',
    replace: 'secureJsonFields: { ...settings.secureJsonFields, [name]: true }',
    effect: 'Reset does nothing: no new key can be entered.',
  },
];
