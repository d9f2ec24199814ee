import { parseArgs } from 'node:util';
import { findChromium } from './chromium/findChromium.ts';
import { checkGrafana } from './e2e/grafanaUnderTest.ts';
import type { ChildProcesses } from './processes/childProcesses.ts';
import { runCommand } from './processes/runCommand.ts';

/**
 * Runs `tests/grafana` against a Grafana that has the plugin, the data source and the dashboards as `provisioning/` describes them, on the
 * demo plant, such as that of `docker compose up`. Tests of outages and of alert rules have a plant of their own behind an API that they switch.
 * All clean up what they create.
 */

const HELP = `npm run e2e -- --grafana http://127.0.0.1:3000                      runs all tests
npm run e2e -- --grafana … --user admin --password admin            as another administrator
npm run e2e -- --grafana … dashboards.spec.ts explore.spec.ts       runs these files
npm run e2e -- --grafana … --api-host 172.17.0.1                    listens at the address at which a Grafana in a container reaches
                                                                    this machine, for the tests that bring an API of their own
`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    grafana: { type: 'string' },
    user: { type: 'string', default: 'admin' },
    password: { type: 'string', default: 'admin' },
    'api-host': { type: 'string', default: '127.0.0.1' },
    help: { type: 'boolean', short: 'h' },
  },
});

await runCommand('e2e', main);

async function main(children: ChildProcesses): Promise<number> {
  const { grafana: url, user, password, help } = values;
  if (help) {
    process.stdout.write(HELP);
    return 0;
  }
  if (url === undefined) {
    throw new Error(`--grafana is missing.\n\n${HELP}`);
  }
  const version = await checkGrafana({ url, user, password });
  process.stdout.write(`Grafana ${version} at ${url}\n`);
  const { code } = await children.start({
    name: 'tests in Grafana',
    command: [
      process.execPath,
      'node_modules/@playwright/test/cli.js',
      'test',
      '--config=playwright.grafana.config.ts',
      ...positionals,
    ],
    env: {
      ...process.env,
      CHROMIUM_PATH: findChromium(),
      GRAFANA_URL: url,
      // The fixtures read these. Their version would otherwise be that of the image, if the environment chooses one for Docker Compose.
      GRAFANA_VERSION: version,
      GRAFANA_ADMIN_USER: user,
      GRAFANA_ADMIN_PASSWORD: password,
      OWN_API_HOST: values['api-host'],
    },
    output: 'inherited',
    stopSignal: 'SIGINT',
  }).exited;
  return code ?? 1;
}
