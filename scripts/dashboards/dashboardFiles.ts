import type { DashboardFile } from './dashboard.ts';
import { type Language, LANGUAGES } from './language.ts';
import { plantAlarmSystem } from './plant/plantAlarmSystem.ts';
import { plantAlerts } from './plant/plantAlerts.ts';
import { plantAvailability } from './plant/plantAvailability.ts';
import { plantBatches } from './plant/plantBatches.ts';
import { plantCompare } from './plant/plantCompare.ts';
import { plantConsumption } from './plant/plantConsumption.ts';
import { plantDataQuality } from './plant/plantDataQuality.ts';
import { plantDevice } from './plant/plantDevice.ts';
import { plantExports } from './plant/plantExports.ts';
import { plantHandover } from './plant/plantHandover.ts';
import { plantOverview } from './plant/plantOverview.ts';
import { plantShared, plantSharedDemo } from './plant/plantShared.ts';
import { plantTag } from './plant/plantTag.ts';
import { whatItCanShow } from './whatItCanShow.ts';

/** For every plant: they come with the plugin. */
const OF_PLUGIN = [
  plantOverview,
  plantDevice,
  plantTag,
  plantAlerts,
  plantAlarmSystem,
  plantCompare,
  plantDataQuality,
  plantConsumption,
  plantAvailability,
  plantBatches,
  plantHandover,
  plantExports,
];
/** They come with the plugin, too, but can only be imported: provisioning chooses no data source. */
const TO_IMPORT = [plantShared];
/** They name devices, or the data source, of the demo plant. */
const OF_DEMO_PLANT = [whatItCanShow, plantSharedDemo];

/* Folders of `dist/`, with a folder for each language. */
export const PLUGIN_FOLDER = 'dashboards';
export const IMPORT_FOLDER = 'dashboards/import';
export const DEMO_FOLDER = 'dashboards/demo';

/** All dashboards in all languages, by path in `dist/`. */
export function dashboardFiles(): ReadonlyMap<string, DashboardFile> {
  return new Map([
    ...filesIn(PLUGIN_FOLDER, OF_PLUGIN),
    ...filesIn(IMPORT_FOLDER, TO_IMPORT),
    ...filesIn(DEMO_FOLDER, OF_DEMO_PLANT),
  ]);
}

function filesIn(
  folder: string,
  descriptions: ReadonlyArray<(language: Language) => DashboardFile>
): Array<readonly [path: string, file: DashboardFile]> {
  return LANGUAGES.flatMap((language) =>
    descriptions.map((describe) => {
      const file = describe(language);
      return [`${folder}/${language}/${file.uid}.json`, file] as const;
    })
  );
}

/** An entry of `includes` in `plugin.json`. */
interface DashboardInclude {
  readonly type: 'dashboard';
  readonly name: string;
  readonly path: string;
  readonly addToNav: boolean;
}

/** The dashboards that the plugin offers for import, as `plugin.json` lists them. */
export function dashboardIncludes(): readonly DashboardInclude[] {
  return [...filesIn(PLUGIN_FOLDER, OF_PLUGIN), ...filesIn(IMPORT_FOLDER, TO_IMPORT)].map(([path, { title }]) => ({
    type: 'dashboard',
    name: title,
    path,
    addToNav: false,
  }));
}
