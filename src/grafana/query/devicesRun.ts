import type { DevicesQuery } from '../../query/telemetryQuery';
import { deviceCountsFrame, devicesFrame } from '../frames/devicesFrame';
import { filterDevices, filterOf } from './filteredInventory';
import type { PanelContext } from './panelContext';
import { FramesRun } from './queryRun';

/** Connections and times of contact must be current, but the panels of a refresh share one request. */
const MAX_AGE_MS = 2_000;

/**
 * Executes a devices query.
 * @param query normalized, its variables replaced
 */
export function devicesRun(query: DevicesQuery, panel: PanelContext): FramesRun {
  const { refId, format, perTag } = query;
  const { inventory, clock } = panel.services;
  return new FramesRun(refId, async () => {
    const devices = filterDevices(await inventory.devices(MAX_AGE_MS), filterOf(query, panel));
    const nowEpochMs = clock.nowEpochMs();
    return [
      format === 'count'
        ? deviceCountsFrame(devices, { refId, nowEpochMs })
        : devicesFrame(devices, { refId, perTag, nowEpochMs }),
    ];
  });
}
