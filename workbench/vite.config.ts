import { createRequire } from 'node:module';
import path from 'node:path';
import { defineConfig } from 'vite';

const require = createRequire(import.meta.url);
const packageFolder = (name: string, from = require) => path.dirname(from.resolve(`${name}/package.json`));
const grafanaUi = packageFolder('@grafana/ui');

export default defineConfig({
  root: import.meta.dirname,
  // Omits the list of all chunks.
  logLevel: 'warn',
  resolve: {
    alias: [
      // The links of @grafana/ui use the v5 compatibility package, which has its own router and would not find the router of
      // the page. The version that @grafana/scenes uses has the same exports.
      { find: 'react-router-dom-v5-compat', replacement: packageFolder('react-router-dom') },
      // One style cache for the page, @grafana/ui, @grafana/scenes and the plugin, as in Grafana.
      {
        find: /^@emotion\/css$/,
        replacement: packageFolder('@emotion/css', createRequire(path.join(grafanaUi, 'package.json'))),
      },
    ],
    dedupe: ['@emotion/react', 'react', 'react-dom', 'rxjs', 'i18next', 'lodash', 'moment'],
  },
  build: {
    target: 'es2022',
    // The main chunk contains all of @grafana/ui, because the plugin can import any of it. It is only served locally.
    chunkSizeWarningLimit: 6000,
    reportCompressedSize: false,
    rolldownOptions: {
      onwarn(warning, warn) {
        // "use client" only matters for server rendering.
        if (warning.code !== 'MODULE_LEVEL_DIRECTIVE') {
          warn(warning);
        }
      },
    },
  },
});
