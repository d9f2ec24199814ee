import { importForServer } from './backend/bundleScript.ts';
import { dashboardFiles, dashboardIncludes } from './dashboards/dashboardFiles.ts';
import { settingsSchema } from './schemas/settings.ts';

/* Prints what the build of the plugin adds to `dist/`, for webpack.config.ts: files by path, and the `includes` of plugin.json. */

const { querySchema } = (await importForServer('src/kinds/querySchema.ts')) as { readonly querySchema: () => object };

const documents = new Map<string, object>([
  ...dashboardFiles(),
  ['schemas/query.json', querySchema()],
  ['schemas/settings.json', settingsSchema()],
]);
const files = [...documents].map(([file, document]) => [
  file,
  `${JSON.stringify(document, null, 2)}
`,
]);

process.stdout.write(JSON.stringify({ files: Object.fromEntries(files) as object, includes: dashboardIncludes() }));
