import { createRequire } from 'node:module';
import path from 'node:path';
import TerserPlugin from 'terser-webpack-plugin';
import webpack, { type Configuration } from 'webpack';
import { repositoryRoot } from '../../scripts/repositoryRoot.ts';
import type * as plugin from './plugin.ts';

/** Inside the repository, so that the bundle can resolve its externals. */
const FOLDER = path.join(repositoryRoot, 'node_modules/.cache/bench');

/**
 * Compiles and bundles the measured code like the build of the plugin (.config/webpack) and loads it: syntax and module
 * boundaries affect the run time, and browsers run the bundle, not the sources. Names and line breaks are preserved to keep
 * profiles (`node --cpu-prof`) readable.
 */
export async function bundlePlugin(): Promise<typeof plugin> {
  await build({
    mode: 'production',
    target: 'node',
    devtool: false,
    context: repositoryRoot,
    entry: path.join(repositoryRoot, 'bench/plugin/plugin.ts'),
    output: { path: FOLDER, filename: 'plugin.cjs', library: { type: 'commonjs2' } },
    // Grafana provides these at runtime.
    externals: [/^@grafana\/(?!runtime$)/, 'rxjs'],
    externalsType: 'commonjs',
    module: {
      rules: [
        {
          test: /\.tsx?$/,
          exclude: /node_modules/,
          use: {
            loader: 'swc-loader',
            options: { jsc: { target: 'es2015', parser: { syntax: 'typescript', tsx: true } } },
          },
        },
      ],
    },
    resolve: {
      extensions: ['.js', '.ts', '.tsx'],
      alias: { '@grafana/runtime': path.join(repositoryRoot, 'bench/plugin/grafanaRuntime.ts') },
    },
    optimization: {
      minimizer: [
        new TerserPlugin({
          parallel: false,
          extractComments: false,
          terserOptions: { mangle: false, format: { beautify: true } },
        }),
      ],
    },
  });
  return createRequire(import.meta.url)(path.join(FOLDER, 'plugin.cjs')) as typeof plugin;
}

function build(configuration: Configuration): Promise<void> {
  return new Promise((resolve, reject) => {
    webpack(configuration, (error, stats) => {
      if (error || stats === undefined || stats.hasErrors()) {
        reject(error ?? new Error(`Bundling the plugin failed: ${stats?.toString('errors-only')}`));
      } else {
        resolve();
      }
    });
  });
}
