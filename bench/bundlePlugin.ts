import { createRequire } from 'node:module';
import path from 'node:path';
import TerserPlugin from 'terser-webpack-plugin';
import webpack, { type Configuration } from 'webpack';
import { repositoryRoot } from '../scripts/repositoryRoot.ts';
import type * as plugin from './plugin.ts';

/** Inside the repository, so that the bundle finds what it does not hold. */
const FOLDER = path.join(repositoryRoot, 'node_modules/.cache/bench');

/**
 * Compiles and bundles what is measured as the build of the plugin does (.config/webpack), and loads it: what a browser
 * runs has neither the syntax nor the module borders of the sources, and both cost or save time. Names and
 * lines are kept, so that a profile (`node --cpu-prof`) can be read.
 */
export async function bundlePlugin(): Promise<typeof plugin> {
  await build({
    mode: 'production',
    target: 'node',
    devtool: false,
    context: repositoryRoot,
    entry: path.join(repositoryRoot, 'bench/plugin.ts'),
    output: { path: FOLDER, filename: 'plugin.cjs', library: { type: 'commonjs2' } },
    // As in Grafana, which brings these.
    externals: [/^@grafana\//, 'rxjs'],
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
    resolve: { extensions: ['.js', '.ts', '.tsx'] },
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
