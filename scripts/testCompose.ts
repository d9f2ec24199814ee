import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ComposeStack, hasCompose } from './compose/composeStack.ts';
import { findClusterFaults, readCertificate } from './compose/clusterAnswers.ts';
import { findFaults } from './compose/stackAnswers.ts';
import { checkGrafana } from './e2e/grafanaUnderTest.ts';
import { ChildProcesses } from './processes/childProcesses.ts';
import { findFreePort } from './processes/ports.ts';
import { runCommand } from './processes/runCommand.ts';

/**
 * Builds and starts each stack beside any other, asks Grafana and the service for the same numbers, stops it and removes it with its volumes:
 * npm run test:compose [-- <stack>...]
 */

interface Stack {
  /** Of variables, that `docker compose --env-file` reads. */
  readonly envFile?: string;
  /** Whether it has several servers of PostgreSQL, and services behind a proxy with TLS. */
  readonly isCluster?: boolean;
}

const STACKS: Readonly<Record<string, Stack>> = {
  postgres: {},
  timescale: { envFile: 'docker/timescale.env' },
  citus: { envFile: 'docker/citus.env', isCluster: true },
};
/** Its default of TELEMETRY_API_KEY. */
const PUBLISHED_KEY = 'tii_live_demo_key_for_docker_compose';
/** Of a program that did not end when it was asked to. */
const KILLED = 137;

const log = (line: string) => process.stdout.write(`${line}\n`);

await runCommand('test:compose', main);

async function main(children: ChildProcesses): Promise<number> {
  const names = process.argv.slice(2);
  const unknown = names.find((name) => !(name in STACKS));
  if (unknown !== undefined) {
    log(`There is no stack "${unknown}"; there are ${Object.keys(STACKS).join(', ')}.`);
    return 1;
  }
  if (!hasCompose()) {
    log('No Docker engine answers, or it has no Compose: the stacks are not tested.');
    return 0;
  }
  let failed = 0;
  for (const [name, stack] of Object.entries(STACKS).filter(([own]) => names.length === 0 || names.includes(own))) {
    const faults = await testStack(children, name, stack);
    for (const fault of faults) {
      log(`FAILED: ${name}: ${fault}`);
    }
    failed += faults.length;
  }
  return failed === 0 ? 0 : 1;
}

/** @returns what is wrong, in sentences */
async function testStack(children: ChildProcesses, name: string, { envFile, isCluster }: Stack): Promise<string[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'test-compose-'));
  const random = () => randomBytes(12).toString('hex');
  const [grafanaPort, apiPort] = [await findFreePort(), await findFreePort()];
  const key = `tii_live_${random()}`;
  // With what a shell, a file of settings and Grafana's own settings could take for something else.
  const password = `${random()} '"$HOME \${HOME}\\ñ`;
  const variables = {
    ...{ GRAFANA_PORT: String(grafanaPort), API_PORT: String(apiPort) },
    ...{ TELEMETRY_API_KEY: key, GRAFANA_PASSWORD: password, POSTGRES_PASSWORD: random() },
  };
  const stack = new ComposeStack(`telemetria-industrial-test-${name}-${process.pid}`, folder, variables, envFile);
  log(`If this is killed, remove the stack: docker compose --project-name ${stack.project} down --volumes`);
  try {
    await stack.up(children);
    const grafana = { url: `http://127.0.0.1:${grafanaPort}`, user: 'admin', password };
    log(`All services of ${name} are healthy; Grafana ${await checkGrafana(grafana)}`);
    const api = isCluster
      ? { url: `https://localhost:${apiPort}`, certificate: await readCertificate(stack, children) }
      : { url: `http://127.0.0.1:${apiPort}` };
    const faults = await findFaults({ grafana, api, key }, PUBLISHED_KEY);
    const ended = await stack.stop(children);
    const killed = ended.filter(({ exitCode }) => exitCode === KILLED).map(({ service }) => service);
    faults.push(...killed.map((service) => `${service} ignores SIGTERM.`));
    if (isCluster) {
      await stack.up(children);
      // Its certificate is another one after each start.
      const certificate = await readCertificate(stack, children);
      faults.push(...(await findClusterFaults(stack, children, { ...api, certificate }, key)));
    }
    return faults;
  } finally {
    // Also when this is interrupted, after which the others start no program.
    await stack.remove(new ChildProcesses());
    rmSync(folder, { recursive: true });
  }
}
