import { backendStep } from './backendStep.ts';
import { browserStep } from './browserStep.ts';
import { buildStep } from './buildStep.ts';
import { engineStep, lintStep, typesStep } from './commandSteps.ts';
import { jestStep } from './jestStep.ts';
import type { Step } from './step.ts';

/** Below telemetry-api/. */
const CONTRACT_TESTS = 'test/contract';

/** In the order of execution: the fastest first. */
export const STEPS: readonly Step[] = [
  typesStep,
  lintStep,
  jestStep('unit', 'unit tests of the plugin, the workbench and the scripts', [
    '--selectProjects',
    'plugin',
    'faults',
    'workbench',
    'scripts',
  ]),
  jestStep('service', 'tests of the service on real databases', [
    '--selectProjects',
    'telemetry-api',
    `--testPathPatterns=telemetry-api/(?!${CONTRACT_TESTS})`,
  ]),
  jestStep('contract', "tests of the plugin's API client against the service", [
    '--selectProjects',
    'telemetry-api',
    `--testPathPatterns=telemetry-api/${CONTRACT_TESTS}`,
  ]),
  engineStep,
  backendStep,
  buildStep,
  browserStep,
];

/**
 * @param only names of steps, comma-separated
 * @throws Error that lists the available steps
 */
export function chooseSteps(only: string | undefined): readonly Step[] {
  if (only === undefined) {
    return STEPS;
  }
  const names = only.split(',').map((name) => name.trim());
  const unknown = names.find((name) => !STEPS.some((step) => step.name === name));
  if (unknown !== undefined) {
    throw new Error(`Unknown step "${unknown}". Available steps: ${STEPS.map(({ name }) => name).join(', ')}.`);
  }
  return STEPS.filter(({ name }) => names.includes(name));
}
