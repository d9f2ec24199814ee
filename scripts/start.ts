import { withDashboardsUrl } from '../telemetry-api/config/dashboardsUrl.ts';
import { withRunningStack } from '../telemetry-api/config/runningStacks.ts';
import { Phases } from './phases.ts';
import { requireFreePort } from './processes/ports.ts';
import { ChildProcesses } from './processes/childProcesses.ts';
import { watchStopSignals } from './processes/stopSignals.ts';
import { repositoryRoot } from './repositoryRoot.ts';
import { backendState, buildIfChanged, pluginBuild, workbenchBuild } from './stack/builds.ts';
import { startStack } from './stack/stack.ts';
import { type StartOptions, readStartOptions, workbenchAddress } from './stack/startOptions.ts';
import { welcome } from './stack/welcome.ts';
import { withDataFolder } from './stack/withDataFolder.ts';

const INTERRUPTED_CODE = 130;

const children = new ChildProcesses();
const stop = watchStopSignals(children);
let isReady = false;

process.exit(await main());

async function main(): Promise<number> {
  try {
    const options = readStartOptions(process.env, repositoryRoot);
    await requireFreePort(options.workbenchPort, 'WORKBENCH_PORT');
    await requireFreePort(options.apiPort, 'API_PORT');
    return await withDataFolder(options.dataDir, () =>
      withRunningStack(options.dataDir, () =>
        withDashboardsUrl(options.dataDir, workbenchAddress(options), () => runUntilStopped(options))
      )
    );
  } catch (error) {
    process.stderr.write(`\nnpm start: ${(error as Error).message}\n`);
    return 1;
  }
}

async function runUntilStopped(options: StartOptions): Promise<number> {
  try {
    const reason = await Promise.race([stop.requested, run(options)]);
    if (reason !== 'stop') {
      process.stderr.write(`\n${reason}\nStopping all other programs.\n`);
      return 1;
    }
  } catch (error) {
    // Errors during shutdown are a consequence of the shutdown itself.
    if (!stop.isRequested()) {
      throw error;
    }
  } finally {
    await children.close();
  }
  process.stdout.write('\nStopped.\n');
  return isReady ? 0 : INTERRUPTED_CODE;
}

/** @returns the reason why a program ended unexpectedly */
async function run(options: StartOptions): Promise<string> {
  const phases = new Phases(process.stdout);
  process.stdout.write('Telemetría Industrial\n');
  if (process.env.DATABASE_URL) {
    process.stdout.write('  Ignoring DATABASE_URL: npm start stores the demo plant in the embedded database.\n');
  }
  for (const build of [pluginBuild, workbenchBuild]) {
    await phases.run(build.name, 'building', () => buildIfChanged(children, build));
  }
  await phases.run('backend', 'looking for it', () => backendState(pluginBuild.output));
  const stack = await startStack(children, options, process.env, phases);
  isReady = true;
  process.stdout.write(welcome(stack, process.env.TELEMETRY_DATA_DIR));
  return stack.failed;
}
