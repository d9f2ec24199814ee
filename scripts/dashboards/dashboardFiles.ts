import { createContext, type DashboardContext, type DashboardFile } from './dashboard.ts';
import { LANGUAGES } from './language.ts';
import { plantAlerts } from './plantAlerts.ts';
import { plantCompare } from './plantCompare.ts';
import { plantDataQuality } from './plantDataQuality.ts';
import { plantDevice } from './plantDevice.ts';
import { plantExports } from './plantExports.ts';
import { plantOverview } from './plantOverview.ts';
import { plantShared, plantSharedDemo } from './plantShared.ts';
import { plantTag } from './plantTag.ts';
import { whatItCanShow } from './whatItCanShow.ts';

/** For every plant: they come with the plugin. */
const OF_PLUGIN = [plantOverview, plantDevice, plantTag, plantAlerts, plantCompare, plantDataQuality, plantExports];
/** They come with the plugin, too, but can only be imported: provisioning chooses no data source. */
const TO_IMPORT = [plantShared];
/** They name devices, or the data source, of the demo plant. */
const OF_DEMO_PLANT = [whatItCanShow, plantSharedDemo];

export const PLUGIN_FOLDER = 'src/dashboards';
export const IMPORT_FOLDER = 'src/dashboards/import';
export const DEMO_FOLDER = 'provisioning/dashboards';

/** All dashboards in all languages, by path in the repository. */
export function dashboardFiles(): ReadonlyMap<string, DashboardFile> {
  const files = new Map<string, DashboardFile>();
  for (const language of LANGUAGES) {
    const add = (folder: string, describe: (context: DashboardContext) => DashboardFile) => {
      const file = describe(createContext(language));
      files.set(`${folder}/${language}/${file.uid}.json`, file);
    };
    OF_PLUGIN.forEach((describe) => add(PLUGIN_FOLDER, describe));
    TO_IMPORT.forEach((describe) => add(IMPORT_FOLDER, describe));
    OF_DEMO_PLANT.forEach((describe) => add(DEMO_FOLDER, describe));
  }
  return files;
}

export function fileText(file: DashboardFile): string {
  return `${JSON.stringify(file, null, 2)}\n`;
}
