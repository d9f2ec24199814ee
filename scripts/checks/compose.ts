import { randomBytes } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import path from 'node:path';
import { findClusterFaults, readCertificate } from '../compose/clusterAnswers.ts';
import { ComposeStack, hasCompose } from '../compose/composeStack.ts';
import { findFaults } from '../compose/stackAnswers.ts';
import { checkGrafana } from '../e2e/grafanaUnderTest.ts';
import { findFreePort } from '../processes/ports.ts';
import { onlyWith } from './programs/programs.ts';
import type { CheckTools, Step } from './run/runSteps.ts';
import { addTallies, FAILED, PASSED } from './run/tally.ts';

interface Stack {
  readonly name: string;
  readonly about: string;
  /** Of variables, that `docker compose --env-file` reads. */
  readonly envFile?: string;
  /** Whether it has several servers of PostgreSQL, and services behind a proxy with TLS. */
  readonly isCluster?: boolean;
}

const STACKS: readonly Stack[] = [
  { name: 'postgres', about: 'the stack of Docker Compose' },
  { name: 'timescale', about: 'the stack on TimescaleDB', envFile: 'docker/timescale.env' },
  { name: 'citus', about: 'the stack on Citus', envFile: 'docker/citus.env', isCluster: true },
];
/** Its default of TELEMETRY_API_KEY. */
const PUBLISHED_KEY = 'tii_live_demo_key_for_docker_compose';

/**
 * Each builds and starts a stack beside any other, asks Grafana and the service for the same numbers, stops it and removes it with its
 * volumes. Images are downloaded, unless the engine has them.
 */
export const COMPOSE_STEPS: readonly Step[] = STACKS.map((stack) => ({
  name: stack.name,
  about: stack.about,
  cores: 'all',
  checks: [
    onlyWith(hasCompose, 'no Docker engine that answers, or no Compose: the stacks are not tested', async (tools) => {
      const faults = await testStack(tools, stack);
      const command = `npm run test:compose -- ${stack.name}`;
      tools.write(faults.map((fault) => `FAILED: ${fault}\n`).join(''));
      tools.failures.push(...faults.map((message) => ({ name: stack.name, message, command })));
      return faults.length === 0 ? PASSED : addTallies(faults.map(() => FAILED));
    }),
  ],
}));

/** @returns what is wrong, in sentences */
async function testStack(tools: CheckTools, { name, envFile, isCluster }: Stack): Promise<string[]> {
  const random = () => randomBytes(12).toString('hex');
  const [grafanaPort, apiPort] = [await findFreePort(), await findFreePort()];
  const key = `tii_live_${random()}`;
  // With what a shell, a file of settings and Grafana's own settings could take for something else.
  const password = `${random()} '"$HOME \${HOME}\\ñ`;
  const variables = {
    ...{ GRAFANA_PORT: String(grafanaPort), API_PORT: String(apiPort) },
    ...{ TELEMETRY_API_KEY: key, GRAFANA_PASSWORD: password, POSTGRES_PASSWORD: random() },
  };
  const project = `telemetria-industrial-test-${name}-${process.pid}`;
  const stack = new ComposeStack(tools, project, mkdtempSync(path.join(tools.tempDir, name)), variables, envFile);
  tools.write(`If this is killed, remove the stack: docker compose --project-name ${project} down --volumes\n`);
  try {
    await stack.up();
    const grafana = { url: `http://127.0.0.1:${grafanaPort}`, user: 'admin', password };
    tools.write(`All services of ${name} are healthy; Grafana ${await checkGrafana(grafana)}\n`);
    const api = isCluster
      ? { url: `https://localhost:${apiPort}`, certificate: await readCertificate(stack) }
      : { url: `http://127.0.0.1:${apiPort}` };
    const faults = await findFaults({ grafana, api, key }, PUBLISHED_KEY);
    faults.push(...(await stack.stop()).map((service) => `${service} ignores SIGTERM.`));
    if (isCluster) {
      await stack.up();
      // Its certificate is another one after each start.
      faults.push(...(await findClusterFaults(stack, { ...api, certificate: await readCertificate(stack) }, key)));
    }
    return faults;
  } finally {
    await stack.remove();
  }
}
