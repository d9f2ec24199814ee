import { dashboardFiles, dashboardIncludes } from './dashboards/dashboardFiles.ts';

/* Prints what the build of the plugin adds to `dist/`, for webpack.config.ts: files by path, and the `includes` of plugin.json. */

const files = [...dashboardFiles()].map(([file, dashboard]) => [file, `${JSON.stringify(dashboard, null, 2)}\n`]);

process.stdout.write(JSON.stringify({ files: Object.fromEntries(files) as object, includes: dashboardIncludes() }));
