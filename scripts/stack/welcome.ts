import { shellWord } from '../../telemetry-api/import/shellWord.ts';
import type { Stack } from './stack.ts';

/**
 * The text that `npm start` prints when everything is ready.
 * @param chosenDataDir TELEMETRY_DATA_DIR, if it is set: other commands need it as well
 */
export function welcome({ workbenchUrl, apiUrl }: Pick<Stack, 'workbenchUrl' | 'apiUrl'>, chosenDataDir = ''): string {
  const folder = chosenDataDir && `TELEMETRY_DATA_DIR=${shellWord(chosenDataDir)} `;
  return `
Ready. Open ${workbenchUrl}

  Dashboards     "Plant overview" shows what is wrong now. Select a device; drag across a chart to zoom in.
  Query editor   Build your own panel: select a device, a tag and an interval.
  Settings       Click "Save & test" to check the connection and the API key. Try an invalid key, too; "Restore settings and API key" brings the right one back.

The demo plant produces live data, and the dashboards refresh every 10 seconds.
In another terminal, while this runs:

  ${folder}npm run -s api -- import readings FILE --create-missing --site SITE --device DEVICE --tag TAG
      imports a CSV file of one machine, see docs/import.md
  ${folder}npm run -s api -- keys create --name "my key"
      creates an API key for ${apiUrl}

Press Ctrl-C to stop. The data is kept.
`;
}
