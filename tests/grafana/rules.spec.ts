import { expect } from '@grafana/plugin-e2e';
import type { APIRequestContext } from '@playwright/test';
import type { ApiMode } from '../api/switchableApi.ts';
import { test } from './ownApi.ts';

/* Every state that an alert rule can have, reached and left. */

/** Grafana evaluates at most once in ten seconds. */
const INTERVAL_S = 10;
/** An API that is refused is tried several times. */
const STATE_MS = 120_000;
const TITLE = 'Pressure far above its limit';

interface RuleGroups {
  readonly data: {
    readonly groups: ReadonlyArray<{
      readonly folderUid: string;
      readonly rules: ReadonlyArray<{
        readonly lastEvaluation: string;
        readonly alerts?: ReadonlyArray<{ readonly state: string }>;
      }>;
    }>;
  };
}

test.describe.configure({ timeout: 600_000 });

/** A folder with one rule, until the end of the test. */
async function createRule(administrator: APIRequestContext, folderUid: string, datasourceUid: string): Promise<void> {
  await administrator.delete(`/api/folders/${folderUid}?forceDeleteRules=true`);
  const folder = { uid: folderUid, title: folderUid };
  await expect(await administrator.post('/api/folders', { data: folder })).toBeOK();
  const relativeTimeRange = { from: 600, to: 0 };
  const expression = (refId: string, model: object) => ({
    refId,
    relativeTimeRange,
    datasourceUid: '__expr__',
    model: { refId, ...model },
  });
  const query = { version: 2, kind: 'latest', devices: ['CMP-101'], tags: ['presion_descarga'] };
  const conditions = [{ evaluator: { type: 'gt', params: [1000] } }];
  const rule = {
    title: TITLE,
    ruleGroup: folderUid,
    folderUID: folderUid,
    condition: 'C',
    for: '0s',
    noDataState: 'NoData',
    execErrState: 'Error',
    data: [
      { refId: 'A', relativeTimeRange, datasourceUid, model: { refId: 'A', ...query } },
      expression('B', { type: 'reduce', expression: 'A', reducer: 'last' }),
      expression('C', { type: 'threshold', expression: 'B', conditions }),
    ],
  };
  const group = { title: folderUid, folderUid, interval: INTERVAL_S, rules: [rule] };
  const path = `/api/v1/provisioning/folder/${folderUid}/rule-groups/${folderUid}`;
  // Otherwise only provisioning could delete it.
  const headers = { 'X-Disable-Provenance': 'true' };
  await expect(await administrator.put(path, { data: group, headers })).toBeOK();
}

async function stateOf(administrator: APIRequestContext, folderUid: string): Promise<string> {
  const response = await administrator.get('/api/prometheus/grafana/api/v1/rules');
  const { data } = (await response.json()) as RuleGroups;
  const rule = data.groups.filter((group) => group.folderUid === folderUid).flatMap(({ rules }) => rules)[0];
  if (rule === undefined || rule.lastEvaluation.startsWith('0001')) {
    return 'not evaluated';
  }
  const states = (rule.alerts ?? []).map(({ state }) => state.replace(/ \(.*/, ''));
  return [...new Set(states)].sort().join(', ');
}

const STATES: ReadonlyArray<readonly [ApiMode, string]> = [
  ['ok', 'Normal'],
  ['raised', 'Alerting'],
  ['ok', 'Normal'],
  ['silent', 'NoData'],
  ['ok', 'Normal'],
  ['refused', 'Error'],
  ['raised', 'Alerting'],
  ['ok', 'Normal'],
];

test('a rule is Normal, Alerting, No data and Error, as the API is', async ({ administrator, api, ownSource }) => {
  const folderUid = `${ownSource.uid}-rules`;
  try {
    await createRule(administrator, folderUid, ownSource.uid);
    for (const [mode, state] of STATES) {
      await test.step(`${mode}: ${state}`, async () => {
        await api.switchTo(mode);
        await expect
          .poll(() => stateOf(administrator, folderUid), { timeout: STATE_MS, intervals: [1_000] })
          .toBe(state);
      });
    }
  } finally {
    await administrator.delete(`/api/folders/${folderUid}?forceDeleteRules=true`);
  }
});
