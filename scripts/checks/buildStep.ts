import { pluginBuild, runBuild, workbenchBuild } from '../stack/builds.ts';
import type { Step } from './step.ts';

export const buildStep: Step = {
  name: 'build',
  about: 'production builds of the plugin and the workbench',
  async run({ children, log }) {
    const builds = [pluginBuild, workbenchBuild];
    let passed = 0;
    for (const build of builds) {
      try {
        await runBuild(children, build);
        log(`passed: ${build.name}`);
        passed++;
      } catch (error) {
        log(`FAILED: ${build.name}\n${(error as Error).message}`);
      }
    }
    return { passed, failed: builds.length - passed, skipped: 0 };
  },
};
