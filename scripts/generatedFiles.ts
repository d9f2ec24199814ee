import { readFileSync } from 'node:fs';
import path from 'node:path';
import { importForServer } from './backend/bundleScript.ts';
import { dashboardFiles, dashboardIncludes } from './dashboards/dashboardFiles.ts';
import { projectInfo, type ProjectManifest } from './package/projectAddresses.ts';
import { repositoryRoot } from './repositoryRoot.ts';
import { settingsSchema } from './schemas/settings.ts';

/* Prints what the build of the plugin adds to `dist/`, for webpack.config.ts: files by path, and fields of plugin.json. */

const { querySchema } = (await importForServer('src/kinds/querySchema.ts')) as { readonly querySchema: () => object };

const documents = new Map<string, object>([
  ...dashboardFiles(),
  ['schemas/query.json', querySchema()],
  ['schemas/settings.json', settingsSchema()],
]);
const files = new Map<string, string>([
  ...[...documents].map(([file, document]) => [file, `${JSON.stringify(document, null, 2)}\n`] as const),
  [
    'skills/telemetria-industrial-queries/SKILL.md',
    readFileSync(path.join(repositoryRoot, 'scripts/schemas/skill.md'), 'utf8'),
  ],
]);
const MANIFEST = JSON.parse(readFileSync(path.join(repositoryRoot, 'package.json'), 'utf8')) as ProjectManifest;

process.stdout.write(
  JSON.stringify({
    files: Object.fromEntries(files),
    includes: dashboardIncludes(),
    info: projectInfo(MANIFEST),
  })
);
