import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ComposeStack, hasCompose } from './compose/composeStack.ts';
import { findFaults } from './compose/stackAnswers.ts';
import { checkGrafana } from './e2e/grafanaUnderTest.ts';
import { ChildProcesses } from './processes/childProcesses.ts';
import { findFreePort } from './processes/ports.ts';
import { runCommand } from './processes/runCommand.ts';

/**
 * Builds and starts the stack of docker-compose.yaml beside any other, asks Grafana and the service for the same numbers, stops it and removes
 * it with its volumes.
 */

/** Its default of TELEMETRY_API_KEY. */
const PUBLISHED_KEY = 'tii_live_demo_key_for_docker_compose';
/** Of a program that did not end when it was asked to. */
const KILLED = 137;

const log = (line: string) => process.stdout.write(`${line}\n`);

await runCommand('test:compose', main);

async function main(children: ChildProcesses): Promise<number> {
  if (!hasCompose()) {
    log('No Docker engine answers, or it has no Compose: the stack is not tested.');
    return 0;
  }
  const folder = mkdtempSync(path.join(tmpdir(), 'test-compose-'));
  const random = () => randomBytes(12).toString('hex');
  const [grafanaPort, apiPort] = [await findFreePort(), await findFreePort()];
  const key = `tii_live_${random()}`;
  // With what a shell, a file of settings and Grafana's own settings could take for something else.
  const password = `${random()} '"$HOME \${HOME}\\ñ`;
  const stack = new ComposeStack(`telemetria-industrial-test-${process.pid}`, folder, {
    ...{ GRAFANA_PORT: String(grafanaPort), API_PORT: String(apiPort) },
    ...{ TELEMETRY_API_KEY: key, GRAFANA_PASSWORD: password, POSTGRES_PASSWORD: random() },
  });
  log(`If this is killed, remove the stack: docker compose --project-name ${stack.project} down --volumes`);
  try {
    await stack.up(children);
    const grafana = { url: `http://127.0.0.1:${grafanaPort}`, user: 'admin', password };
    log(`All services are healthy; Grafana ${await checkGrafana(grafana)}`);
    const faults = await findFaults({ grafana, api: `http://127.0.0.1:${apiPort}`, key }, PUBLISHED_KEY);
    const ended = await stack.stop(children);
    const killed = ended.filter(({ exitCode }) => exitCode === KILLED).map(({ service }) => service);
    faults.push(...killed.map((service) => `${service} ignores SIGTERM.`));
    for (const fault of faults) {
      log(`FAILED: ${fault}`);
    }
    return faults.length === 0 ? 0 : 1;
  } finally {
    // Also when this is interrupted, after which the others start no program.
    await stack.remove(new ChildProcesses());
    rmSync(folder, { recursive: true });
  }
}
