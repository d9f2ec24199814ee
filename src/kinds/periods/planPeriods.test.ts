import { createPanelContext } from '../../grafana/query/panelContext';
import { DAY_MS } from '../../core/time/window';
import { dataSourceServices, panelRequest } from '../../testSupport/panelRequest';
import { EMPTY_DATA } from '../../testSupport/specServer/specData';
import { createTestClient } from '../../testSupport/testClient';
import { DEFAULT_PERIODS_QUERY } from './periodsQuery';
import { planPeriods } from './planPeriods';

it('rejects too many steps with advice that helps: no setting allows more', () => {
  const services = dataSourceServices(createTestClient(EMPTY_DATA), { maxRowsPerSeries: 5_000_000 });
  const month = panelRequest({ fromEpochMs: 0, toEpochMs: 30 * DAY_MS }, []);
  const plan = (interval: string) =>
    planPeriods(
      { ...DEFAULT_PERIODS_QUERY, refId: 'A', format: 'perStep', interval },
      createPanelContext(month, services),
      0
    );
  expect(() => plan('1m')).toThrow(
    'The interval 1m has 43200 steps over this time range; the limit is 11000. Choose a coarser interval or a shorter time range.'
  );
  expect(plan('5m').edges).toHaveLength(30 * 288 + 1);
});
