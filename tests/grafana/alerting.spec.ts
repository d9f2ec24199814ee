import { expect } from '@grafana/plugin-e2e';
import { addValue, test } from './telemetryTest.ts';

interface RuleStates {
  readonly data: {
    readonly groups: ReadonlyArray<{
      readonly rules: ReadonlyArray<{
        readonly name: string;
        readonly health: string;
        readonly lastEvaluation: string;
      }>;
    }>;
  };
}

test('a new alert rule on a tag is evaluated', async ({ alertRuleEditPage, dataSource }) => {
  const row = await alertRuleEditPage.getQueryRow('A');
  await row.datasource.set(dataSource.name);
  await addValue(row.locator, 'Devices', 'Compresor de aire 1');
  await addValue(row.locator, 'Tags', 'Presión de descarga');
  await expect(alertRuleEditPage.evaluate()).toBeOK();
});

test('Grafana evaluates the provisioned rules without an error', async ({ request, readProvisionedAlertRule }) => {
  for (const ruleTitle of ['Pressure above its limit', 'Compressor has stopped reporting']) {
    const { title } = await readProvisionedAlertRule({ fileName: 'telemetria.yaml', ruleTitle });
    const healthOf = async () => {
      const response = await request.get('/api/prometheus/grafana/api/v1/rules');
      const { data } = (await response.json()) as RuleStates;
      const rule = data.groups.flatMap(({ rules }) => rules).find(({ name }) => name === title);
      // A rule that was not evaluated yet has the health of one that was.
      return rule?.lastEvaluation.startsWith('0001') ? 'not evaluated' : rule?.health;
    };
    // The rules are evaluated once a minute.
    await expect.poll(healthOf, { timeout: 90_000 }).toBe('ok');
  }
});
