import type { DataFrame } from '@grafana/data';
import type { CallContext } from '../../core/api/apiClient';
import { isAbort } from '../../core/api/telemetryError';
import type { Device } from '../../core/inventory/device';
import { notLiveSince } from '../../core/latest/latestValue';
import type { EpochMs } from '../../core/time/window';
import { DEVICES_FIELDS, type DevicesQuery } from './devicesQuery';
import { deviceCountsFrame, devicesFrame } from './devicesFrame';
import { emptyFrame, nothingListedNotice, withNotices } from '../../grafana/frames/notices';
import { filterDevices, queryFilter, validFilter } from '../../grafana/query/filter/filteredInventory';
import { callContext, type PanelContext, type QueryContext } from '../../grafana/query/panelContext';
import { IndependentRun } from '../../grafana/query/queryRun';
import { unknownNames, withFilterNotices } from '../../grafana/query/filter/unknownNames';
import { type Kind, runEach } from '../kind';

/** Connections and times of contact must be current, but the panels of a refresh share one request. */
const MAX_AGE_MS = 2_000;

export const DEVICES: Kind<DevicesQuery> = {
  fields: DEVICES_FIELDS,
  usesTimeZone: false,
  optionTexts: ({ format, perTag }) => [format === 'table' ? '' : format, perTag ? 'per tag' : ''],
  createRuns: runEach(devicesRun),
};

/**
 * Executes a devices query.
 * @param query normalized, its variables replaced
 */
function devicesRun(query: DevicesQuery, panel: QueryContext): IndependentRun {
  const { refId, format, perTag } = query;
  const { inventory, clock } = panel.services;
  return new IndependentRun(refId, format === 'count' ? 'series' : 'table', async (signal, show) => {
    const visible = await inventory.devices(MAX_AGE_MS);
    const filter = await validFilter(queryFilter(query, panel), visible);
    const devices = filterDevices(visible, filter);
    const selectsNothing = devices.length === 0;
    const sinceEpochMs = await notLiveDevicesSince(visible, panel, callContext(panel, refId, signal));
    const notLive = sinceEpochMs === undefined ? undefined : { sinceEpochMs, timeZone: panel.timeZone };
    const options = { refId, nowEpochMs: clock.nowEpochMs(), notLive };
    if (visible.length === 0) {
      return [withNotices(frame(), [nothingListedNotice()])];
    }
    return withFilterNotices([frame()], unknownNames(query, panel, visible), selectsNothing, show);

    function frame(): DataFrame {
      if (format === 'count') {
        return selectsNothing ? emptyFrame(refId, []) : deviceCountsFrame(devices, options);
      }
      return devicesFrame(devices, { ...options, perTag });
    }
  });
}

/** Only if no device had contact for a long time, the latest values are requested: a server may not keep the contacts. */
async function notLiveDevicesSince(
  devices: readonly Device[],
  { services: { clock, latest } }: PanelContext,
  context: CallContext
): Promise<EpochMs | undefined> {
  const contacts = devices.map(({ lastContactEpochMs }) => lastContactEpochMs);
  if (notLiveSince(contacts, clock.nowEpochMs()) === undefined) {
    return undefined;
  }
  try {
    const values = await latest.all(context);
    return notLiveSince([...contacts, ...values.map(({ timeEpochMs }) => timeEpochMs)], clock.nowEpochMs());
  } catch (error) {
    if (isAbort(error)) {
      throw error;
    }
    return undefined;
  }
}
