import type { Stack } from './stack.ts';

/**
 * What a newcomer reads when everything stands.
 * @param chosenDataDir TELEMETRY_DATA_DIR, when it is set: other commands have to be told, too
 */
export function welcome({ workbenchUrl, apiUrl }: Pick<Stack, 'workbenchUrl' | 'apiUrl'>, chosenDataDir = ''): string {
  const folder = chosenDataDir && `TELEMETRY_DATA_DIR=${chosenDataDir} `;
  return `
Ready. Open ${workbenchUrl}

  Dashboards    "Plant overview": pick a site, a device and tags above the charts; drag across a chart to zoom in.
  Query         a panel of your own: device, tag, interval.
  Data source   "Save & test" asks the service with the key; try a wrong one.

The plant keeps moving: charts follow it every ten seconds.
A key of your own for ${apiUrl}, from a second terminal:
  ${folder}npm run -s api -- keys create --name "my key"

Ctrl-C stops everything; the data stay.
`;
}
