import { COMPOSE_STEPS } from './checks/compose.ts';
import { runnerCommand } from './checks/run/runnerCommand.ts';
import { chooseSteps } from './checks/steps.ts';

const COMMAND = 'npm run test:compose';
const HELP = `${COMMAND}             tests every stack of Docker Compose
${COMMAND} -- citus    tests this one: ${COMPOSE_STEPS.map(({ name }) => name).join(', ')}
`;

await runnerCommand(
  COMMAND,
  HELP,
  () => chooseSteps(COMPOSE_STEPS, process.argv.slice(2).join(',') || undefined),
  (stack) => `${COMMAND} -- ${stack}`
);
