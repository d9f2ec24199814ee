import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import webpack, { type Compiler, type Configuration } from 'webpack';
import scaffold, { type Env } from './.config/webpack/webpack.config.ts';

/** The scaffold's configuration, which also writes the files of `dist/` that are generated. */
export default async function config(env: Env): Promise<Configuration> {
  const configuration = await scaffold(env);
  return { ...configuration, plugins: [...(configuration.plugins ?? []), new GeneratedFiles()] };
}

/** What scripts/generatedFiles.ts prints. */
interface Generated {
  /** Texts by path in `dist/`. */
  readonly files: Readonly<Record<string, string>>;
  readonly includes: readonly object[];
  readonly info: { readonly author: object; readonly links: readonly object[] };
}

/**
 * Adds what scripts/generatedFiles.ts describes to the assets, so that cleaning `dist/` keeps it, and completes `plugin.json`. In a process of
 * its own, so that `npm run dev` sees changes.
 */
class GeneratedFiles {
  apply(compiler: Compiler): void {
    const { sources, Compilation } = webpack;
    compiler.hooks.thisCompilation.tap(GeneratedFiles.name, (compilation) => {
      compilation.contextDependencies.addAll(
        ['scripts/dashboards', 'scripts/schemas'].map((folder) => path.resolve(folder))
      );
      // After CopyWebpackPlugin has added plugin.json.
      const stage = Compilation.PROCESS_ASSETS_STAGE_ADDITIONS;
      compilation.hooks.processAssets.tapPromise({ name: GeneratedFiles.name, stage }, async () => {
        const { files, includes, info } = await generate();
        for (const [file, text] of Object.entries(files)) {
          compilation.emitAsset(file, new sources.RawSource(text));
        }
        compilation.updateAsset('plugin.json', (source) => {
          const plugin = JSON.parse(source.source().toString()) as { info: { links: readonly object[] } };
          const { author, links } = info;
          const completed = { ...plugin.info, author, links: [...links, ...plugin.info.links] };
          return new sources.RawSource(JSON.stringify({ ...plugin, info: completed, includes }, null, 2));
        });
      });
    });
  }
}

async function generate(): Promise<Generated> {
  const command = ['--import', 'tsx', path.resolve('scripts/generatedFiles.ts')];
  const { stdout } = await promisify(execFile)(process.execPath, command, { maxBuffer: 100e6 });
  return JSON.parse(stdout) as Generated;
}
