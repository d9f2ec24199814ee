import { spawnSync } from 'node:child_process';
import { jestStep } from './jestStep.ts';
import type { Step, StepTools } from './step.ts';
import { addTallies, type Tally } from './tally.ts';

const frames = jestStep('backend', 'the backend against the code of the browser', ['--selectProjects', 'backend']);

/** Fuzzing finds what nobody thought of; a longer run is `go test ./pkg/api -fuzz Fuzz`. */
const FUZZ_TIME = '20s';

/** As the executables are built, so that no package is compiled twice. The race detector needs cgo. */
const WITHOUT_CGO: NodeJS.ProcessEnv = { ...process.env, CGO_ENABLED: '0' };

/** Without Go, the step is skipped: everything but the backend works without it. */
export const backendStep: Step = {
  name: 'backend',
  about: 'Go tests of the backend, and its frames against those of the browser',
  async run(tools) {
    if (spawnSync('go', ['version']).status !== 0) {
      tools.log('no Go: backend not built, its tests skipped');
      return { passed: 0, failed: 0, skipped: 1 };
    }
    const build = await command(tools, 'build of the backend', ['npm', 'run', '--silent', 'build:backend']);
    if (build.failed > 0) {
      return build;
    }
    return addTallies([
      build,
      await command(tools, 'go vet', ['go', 'vet', './pkg/...'], WITHOUT_CGO),
      // The race detector needs a C compiler.
      await command(tools, 'go test', ['go', 'test', ...(hasCompiler() ? ['-race'] : []), './pkg/...']),
      await command(
        tools,
        'fuzz of the page decoder',
        ['go', 'test', './pkg/api', '-fuzz', 'Fuzz', '-fuzztime', FUZZ_TIME],
        WITHOUT_CGO
      ),
      await frames.run(tools),
    ]);
  },
};

function hasCompiler(): boolean {
  return spawnSync('gcc', ['--version']).status === 0;
}

async function command(
  { children, log }: StepTools,
  name: string,
  line: readonly [string, ...string[]],
  env = process.env
): Promise<Tally> {
  const { exited } = children.start({ name, command: line, output: 'inherited', env });
  const isPassed = (await exited).code === 0;
  log(`${isPassed ? 'passed' : 'FAILED'}: ${name}`);
  return { passed: Number(isPassed), failed: Number(!isPassed), skipped: 0 };
}
