import { dashboardFiles, dashboardIncludes } from './dashboards/dashboardFiles.ts';
import { settingsSchema } from './schemas/settings.ts';

/* Prints what the build of the plugin adds to `dist/`, for webpack.config.ts: files by path, and the `includes` of plugin.json. */

const documents = new Map<string, object>([...dashboardFiles(), ['schemas/settings.json', settingsSchema()]]);
const files = [...documents].map(([file, document]) => [file, `${JSON.stringify(document, null, 2)}\n`]);

process.stdout.write(JSON.stringify({ files: Object.fromEntries(files) as object, includes: dashboardIncludes() }));
