import { defineConfig } from 'i18next-cli';
import pluginJson from './src/plugin.json';

/**
 * Collects the texts of the plugin for `npm run i18n-extract`. English stands in the sources (Grafana loads no file
 * for it); an empty text of another language falls back to it.
 */
export default defineConfig({
  locales: pluginJson.languages,
  extract: {
    input: ['src/**/*.{ts,tsx}'],
    ignore: ['src/**/*.test.{ts,tsx}', 'src/**/test/**'],
    output: 'src/locales/{{language}}/{{namespace}}.json',
    defaultNS: pluginJson.id,
    functions: ['t', '*.t', 'translate'],
    transComponents: ['Trans'],
    sort: true,
  },
});
