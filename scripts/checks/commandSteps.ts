import type { ChildProcesses } from '../processes/childProcesses.ts';
import type { Step } from './step.ts';

const TYPESCRIPT_PROJECTS = [
  'tsconfig.json',
  'telemetry-api',
  'telemetry-api/tsconfig.contract.json',
  'workbench',
  'tsconfig.node.json',
];

/** A command that passes or fails as a whole. */
async function passes(children: ChildProcesses, name: string, command: readonly [string, ...string[]]) {
  const { exited } = children.start({ name, command, output: 'inherited' });
  return (await exited).code === 0;
}

export const typesStep: Step = {
  name: 'types',
  about: 'type check of the plugin, the service, the workbench and the scripts',
  async run({ children, log }) {
    let passed = 0;
    for (const project of TYPESCRIPT_PROJECTS) {
      const command = [process.execPath, 'node_modules/typescript/bin/tsc', '--noEmit', '-p', project] as const;
      const isPassed = await passes(children, `type check of ${project}`, command);
      log(`${isPassed ? 'passed' : 'FAILED'}: ${project}`);
      passed += Number(isPassed);
    }
    return { passed, failed: TYPESCRIPT_PROJECTS.length - passed, skipped: 0 };
  },
};

export const lintStep = npmStep('lint', 'lint', 'ESLint (import rules, style), import cycles, unused code, Prettier');

export const engineStep = npmStep(
  'engine',
  'test:engine',
  'imports, operations, plans and retention of the service on the embedded database'
);

/** An npm script that passes or fails as a whole. */
function npmStep(name: string, script: string, about: string): Step {
  return {
    name,
    about,
    async run({ children, log }) {
      const isPassed = await passes(children, script, ['npm', 'run', '--silent', script]);
      log(isPassed ? 'passed' : 'FAILED');
      return { passed: Number(isPassed), failed: Number(!isPassed), skipped: 0 };
    },
  };
}
