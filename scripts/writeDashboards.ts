import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { dashboardFiles, fileText } from './dashboards/dashboardFiles.ts';
import { repositoryRoot } from './repositoryRoot.ts';

/* `npm run dashboards`: writes the dashboard files from their descriptions in scripts/dashboards. */

for (const [file, dashboard] of dashboardFiles()) {
  const target = path.join(repositoryRoot, file);
  mkdirSync(path.dirname(target), { recursive: true });
  writeFileSync(target, fileText(dashboard));
}
