import type { DataFrame } from '@grafana/data';
import { t } from '@grafana/i18n';
import type { Device, Tag } from '../../core/inventory/device';
import { CONNECTION_WORDS, findMeaning } from '../../core/serverWords';
import { ageMs } from '../../core/time/clock';
import type { EpochMs } from '../../core/time/window';
import { connectionTexts } from '../../locales/valueTexts';
import { GREY } from '../../grafana/valueColors';
import { COUNT_UNIT } from '../../grafana/frames/grafanaUnit';
import { type NotLive, notLiveName, notLiveNotice } from '../../grafana/frames/notices';
import {
  type Column,
  countsFrame,
  durationColumn,
  numberColumn,
  tableFrame,
  textColumn,
  timeColumn,
} from '../../grafana/frames/tableFrame';
import { connectionLabels, valueMappingConfig } from '../../grafana/frames/valueLabels';

/** A row: a device, or one of its tags. */
interface DeviceRow {
  readonly device: Device;
  readonly tags: readonly Tag[];
}

interface DevicesFrameOptions {
  readonly refId: string;
  readonly nowEpochMs: EpochMs;
  /** Undefined for a live plant. */
  readonly notLive: NotLive | undefined;
}

/** @param devices with the tags to show */
export function devicesFrame(
  devices: readonly Device[],
  options: DevicesFrameOptions & { readonly perTag: boolean }
): DataFrame {
  const { refId, perTag, notLive } = options;
  const rows = devices.flatMap((device): DeviceRow[] =>
    perTag ? device.tags.map((tag) => ({ device, tags: [tag] })) : [{ device, tags: device.tags }]
  );
  const columns = [...deviceColumns(options), ...(perTag ? tagColumns() : [tagCount()])];
  return tableFrame(rows, columns, { refId, notices: [notLiveNotice(notLive)] });
}

/** How many devices are online, offline and without data, and in each state that only the server knows. */
export function deviceCountsFrame(
  devices: readonly Device[],
  { refId, nowEpochMs, notLive }: DevicesFrameOptions
): DataFrame {
  const texts = new Map<string, string>(Object.entries(connectionTexts()));
  const counts = new Map<string, number>([...texts.keys()].map((state) => [state, 0]));
  for (const { connection } of devices) {
    const state = findMeaning(CONNECTION_WORDS, connection) ?? connection;
    counts.set(state, (counts.get(state) ?? 0) + 1);
  }
  const groups = [...counts].map(([name, count]) => {
    const isHistory = name === 'offline' && notLive !== undefined;
    return isHistory
      ? { name, text: notLiveName(notLive), count, color: GREY }
      : { name, text: texts.get(name) ?? name, count };
  });
  return countsFrame(groups, { refId, timeEpochMs: nowEpochMs, notices: [notLiveNotice(notLive)] });
}

function deviceColumns({ nowEpochMs, notLive }: DevicesFrameOptions): Array<Column<DeviceRow>> {
  return [
    textColumn('name', t('devices.name', 'Name'), ({ device }) => device.name),
    textColumn('code', t('devices.code', 'Code'), ({ device }) => device.code),
    textColumn('type', t('devices.type', 'Type'), ({ device }) => device.type),
    textColumn('site', t('devices.site', 'Site'), ({ device }) => device.site),
    textColumn('area', t('devices.area', 'Area'), ({ device }) => device.area),
    textColumn(
      'connection',
      t('devices.connection', 'Connection'),
      ({ device }) => device.connection,
      valueMappingConfig(connectionLabels(notLive === undefined))
    ),
    timeColumn('lastContact', t('devices.lastContact', 'Last contact'), ({ device }) => device.lastContactEpochMs),
    durationColumn(
      'lastContactAge',
      t('devices.lastContactAge', 'Time since contact'),
      ({ device }) => ageMs(device.lastContactEpochMs, nowEpochMs),
      notLive && { color: { mode: 'fixed', fixedColor: GREY } }
    ),
  ];
}

function tagCount(): Column<DeviceRow> {
  return numberColumn('tags', t('devices.tags', 'Tags'), ({ tags }) => tags.length, { unit: COUNT_UNIT, decimals: 0 });
}

function tagColumns(): Array<Column<DeviceRow>> {
  const ofTag =
    (field: keyof Tag) =>
    ({ tags }: DeviceRow) =>
      tags[0]?.[field];
  return [
    textColumn('tag', t('devices.tag', 'Tag'), ofTag('key')),
    textColumn('tagName', t('devices.tagName', 'Tag name'), ofTag('name')),
    textColumn('unit', t('devices.unit', 'Unit'), ofTag('unit')),
    textColumn('tagType', t('devices.tagType', 'Tag type'), ofTag('type')),
  ];
}
