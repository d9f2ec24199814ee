import { createRequire } from 'node:module';
import path from 'node:path';
import { defineConfig } from 'vite';

const require = createRequire(import.meta.url);
const folderOf = (name: string, from = require) => path.dirname(from.resolve(`${name}/package.json`));
const grafanaUi = folderOf('@grafana/ui');

export default defineConfig({
  root: import.meta.dirname,
  // The list of all chunks says nothing to whoever builds this.
  logLevel: 'warn',
  resolve: {
    alias: [
      // @grafana/ui makes its links with the v5 compatibility package, which carries a router of its own: a link would not
      // find the page's router. The version that @grafana/scenes uses has the same exports.
      { find: 'react-router-dom-v5-compat', replacement: folderOf('react-router-dom') },
      // One style cache for the page, @grafana/ui, @grafana/scenes and the plugin, as in Grafana.
      {
        find: /^@emotion\/css$/,
        replacement: folderOf('@emotion/css', createRequire(path.join(grafanaUi, 'package.json'))),
      },
    ],
    dedupe: ['@emotion/react', 'react', 'react-dom', 'rxjs', 'i18next', 'lodash', 'moment'],
  },
  build: {
    target: 'es2022',
    // The main part is all of @grafana/ui, which the plugin may ask for; it is served on this machine only.
    chunkSizeWarningLimit: 6000,
    reportCompressedSize: false,
    rolldownOptions: {
      onwarn(warning, warn) {
        // "use client" means something to a server that renders React; there is none.
        if (warning.code !== 'MODULE_LEVEL_DIRECTIVE') {
          warn(warning);
        }
      },
    },
  },
});
