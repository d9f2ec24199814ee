import { COMPOSE_STEPS } from './checks/compose.ts';
import { runAndReport } from './checks/run/runAndReport.ts';
import { chooseSteps } from './checks/steps.ts';

/* npm run test:compose [-- <stack>...] */

const names = process.argv.slice(2);
const commandOf = (stack: string) => `npm run test:compose -- ${stack}`;
try {
  const steps = chooseSteps(COMPOSE_STEPS, names.length === 0 ? undefined : names.join(','));
  process.exit(await runAndReport(steps, 'npm run test:compose', commandOf));
} catch (error) {
  process.stderr.write(`npm run test:compose: ${(error as Error).message}\n`);
  process.exit(2);
}
