import { dateTimeFormat as browserFormat } from '@grafana/data';
import fc from 'fast-check';
import { cases } from '../../testSupport/fuzz';
import { zoneRuleAt } from '../../core/time/zoneRules';

jest.mock('grafana-data/types/data', () => ({}), { virtual: true });
jest.mock('grafana-data/types/dataFrame', () => ({}), { virtual: true });
jest.mock('grafana-data/types/thresholds', () => ({}), { virtual: true });
jest.mock('grafana-data/types/valueMapping', () => ({}), { virtual: true });
jest.mock('grafana-data/datetime/rangeutil', () => ({}), { virtual: true });
// The time zone database of the host is that of the browser here.
jest.mock('./zoneRules', () => ({ zoneRuleAt }));

import { dateTimeFormat } from './grafanaData';

it('writes times as Grafana does', () => {
  const times = fc.integer({ min: 0, max: Date.UTC(2037, 0) });
  const zones = fc.constantFrom('utc', 'Europe/Madrid', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'America/Santiago');
  fc.assert(
    fc.property(times, zones, (epochMs, timeZone) => {
      expect(dateTimeFormat(epochMs, { timeZone })).toBe(browserFormat(epochMs, { timeZone }));
    }),
    cases(100)
  );
});
