import { alertsTable, alertsUnknown } from './alertsTable.ts';
import { CONNECTION_COLORS, GREEN, ORANGE, RED, SEVERITY_COLORS } from '../../../src/grafana/valueColors.ts';
import type { DashboardContext } from '../dashboard.ts';
import { ALL } from '../links.ts';
import {
  agoColumn,
  badFromOne,
  bars,
  chart,
  goodFromOne,
  fieldOverride,
  type Panel,
  repeated,
  stat,
  steps,
  table,
  TIME_COLUMN,
  timeline,
  TIME_UNIT,
  unknownMappings,
} from '../panels.ts';
import {
  HELD,
  alertRegions,
  alerts,
  devices,
  history,
  latest,
  OF_ALL_TAGS,
  OF_DEVICE,
  OF_SITES,
  OF_TAG,
  openAlertLevels,
  periods,
  type Target,
} from '../queries.ts';

/* Panels that more than one dashboard has. */

const MINUTE_S = 60;

/** As of when a panel is: absent, now; else the end of the time range, or what the variable says. */
interface AtVariable {
  readonly at?: '$at' | 'rangeEnd';
}

/** Open alerts by severity. The link leads to the same alerts: of all devices, or of all tags of one. */
export function openAlertCounts(
  { t, linkTo }: DashboardContext,
  filter: Partial<Target> = OF_SITES,
  at: AtVariable = {}
): Panel {
  const link = linkTo(
    'plant-alerts',
    t('alerts.title'),
    filter === OF_SITES ? { device: ALL, tag: ALL } : { tag: ALL }
  );
  const zeroIsGood = (color: string) => ({
    color: { mode: 'thresholds' },
    thresholds: badFromOne(color),
  });
  return stat(
    {
      title: t('openAlerts.count.title'),
      description: t('openAlerts.count.description'),
      link,
    },
    [alerts({ state: 'open', format: 'count', ...filter, ...at } as object)],
    {
      unknown: alertsUnknown(t),
      colorMode: 'background_solid',
      thresholds: badFromOne(),
      valueLink: link,
      overrides: [
        ...Object.entries(SEVERITY_COLORS).map(([severity, color]) => fieldOverride(severity, zeroIsGood(color))),
      ],
    }
  );
}

/** Devices by connection. */
export function deviceCounts({ t, linkTo }: DashboardContext, title = t('devices.title')): Panel {
  const link = linkTo('plant-data-quality', t('dataQuality.title'));
  return stat(
    {
      title,
      description: t('devices.count.description'),
      link,
    },
    [devices({ format: 'count', ...OF_SITES })],
    {
      unknown: t('devices.count.unknown'),
      colorMode: 'background_solid',
      thresholds: badFromOne(),
      valueLink: link,
      overrides: [
        fieldOverride('online', { thresholds: goodFromOne() }),
        fieldOverride('offline', { thresholds: badFromOne(CONNECTION_COLORS.offline) }),
      ],
    }
  );
}

interface TagCountOptions extends AtVariable {
  readonly staleAfter: string;
  readonly filter?: Partial<Target>;
  /** What tags are called whose reading is younger or older; by default, only those without a recent reading are counted. */
  readonly names?: { readonly fresh: string; readonly stale: string };
  readonly staleColor?: string;
}

/** Tags by the age of their latest reading. */
export function tagCounts(
  { t, linkTo }: DashboardContext,
  title: string,
  { staleAfter, filter = OF_SITES, names, staleColor = ORANGE, at }: TagCountOptions
): Panel {
  const link = linkTo('plant-data-quality', t('dataQuality.title'));
  const stale = names?.stale ?? t('tagCount.stale');
  const none = t('tagCount.none');
  return stat(
    {
      title,
      description: t('tagCount.description', { staleAfter }),
      link,
    },
    [latest({ format: 'count', staleAfter, ...filter, ...(at && { at }) } as object)],
    {
      unknown: t('tagCount.unknown'),
      colorMode: 'background_solid',
      thresholds: badFromOne(),
      valueLink: link,
      ...(names ? {} : { fields: `/^(${stale}|${none})/` }),
      overrides: [
        ...(names ? [fieldOverride('fresh', { thresholds: goodFromOne(), displayName: names.fresh })] : []),
        fieldOverride('stale', { displayName: stale, thresholds: badFromOne(staleColor) }),
        ...(names ? [] : [fieldOverride('none', { displayName: none })]),
      ],
    }
  );
}

/** How many alerts, devices and tags need attention. The connection of a device is known of now only. */
export function statusRow(context: DashboardContext, at: AtVariable = {}) {
  const { t } = context;
  return {
    height: 4,
    panels: [
      [8, openAlertCounts(context, OF_SITES, at)],
      [8, deviceCounts(context, at.at === undefined ? undefined : t('devices.now'))],
      [8, tagCounts(context, t('recentTags.title'), { staleAfter: '1h', ...at })],
    ],
  } as const;
}

interface OpenAlertsOptions {
  readonly title: string;
  readonly filter: Partial<Target>;
  /** `plant`: beside a chart; `device`: of one device; `all`: every detail. */
  readonly shown: 'plant' | 'device' | 'all';
}

/** Open alerts, the most severe first. */
export function openAlertsTable({ t, linkTo }: DashboardContext, { title, filter, shown }: OpenAlertsOptions): Panel {
  const device = '${__data.fields.deviceCode}';
  const tag = '${__data.fields.tag}';
  const toDevice = linkTo('plant-device', t('link.device'), { device, tag });
  const toTag = linkTo('plant-tag', t('link.tag'), { device, tag });
  const isShort = shown !== 'all';
  return alertsTable(
    {
      title,
      description: isShort ? t('openAlerts.short.description') : t('openAlerts.table.description'),
      link: linkTo('plant-alerts', t('link.allAlerts'), shown === 'device' ? { tag: ALL } : { device: ALL, tag: ALL }),
    },
    { state: 'open', ...filter } as object,
    {
      columns: {
        // Beside a chart, all of it fits into a window of 1440 pixels with Grafana's menu.
        severity: { width: isShort ? 90 : 94 },
        duration: { width: 105 },
        rule: { minWidth: isShort ? 105 : 108, wraps: true },
        ...(shown !== 'device' && { device: { minWidth: 100, wraps: true, link: toDevice } }),
        ...(!isShort && { name: { minWidth: 110, wraps: true, link: toTag } }),
        ...(shown === 'all' && { start: TIME_COLUMN, site: { minWidth: 110, wraps: true } }),
        // A time, because an age would be rounded otherwise than the duration beside it.
        acknowledged: {
          ...(isShort ? { width: 112, wraps: true } : TIME_COLUMN),
          title: t('openAlerts.acknowledged'),
          more: { ...TIME_COLUMN.more, mappings: unknownMappings(t('openAlerts.notAcknowledged')) },
        },
      },
      unknown: alertsUnknown(t),
    }
  );
}

/** Devices, the one without contact for the longest time first. */
export function devicesByContact({ t, linkTo }: DashboardContext, title = t('devices.byContact.title')): Panel {
  const toDevice = linkTo('plant-device', t('link.device'), { device: '${__data.fields.code}', tag: ALL });
  return table(
    {
      title,
      description: t('devices.byContact.description'),
      link: linkTo('plant-data-quality', t('dataQuality.title')),
    },
    devices(OF_SITES),
    {
      columns: {
        name: { minWidth: 110, wraps: true, link: toDevice },
        connection: { width: 100 },
        lastContact: agoColumn(t('device.lastContact'), t('unknown')),
      },
      hidden: ['lastContactAge', 'code', 'type', 'site', 'area', 'tags'],
      sortBy: 'lastContact',
    }
  );
}

/** Whether the selected device is connected, and since when not. */
export function connection({ t, linkTo }: DashboardContext, title = t('device.connection.title')): Panel {
  const names = {
    connection: t('device.connection.title'),
    lastContact: t('device.lastContact'),
    lastContactAge: t('device.lastContactAge'),
  };
  return stat(
    {
      title,
      description: t('device.connection.description'),
      link: linkTo('plant-device', t('device.title')),
    },
    [devices(OF_DEVICE)],
    {
      unknown: t('device.connection.unknown'),
      colorMode: 'background_solid',
      valueSize: 16,
      fields: `/^(${Object.values(names).join('|')})$/`,
      thresholds: steps([
        [GREEN, 0],
        [ORANGE, 15 * MINUTE_S],
        [RED, 60 * MINUTE_S],
      ]),
      overrides: [
        fieldOverride('connection', { displayName: names.connection }),
        fieldOverride('lastContact', {
          displayName: names.lastContact,
          unit: TIME_UNIT,
          color: { mode: 'fixed', fixedColor: 'transparent' },
          mappings: unknownMappings(t('unknown')),
        }),
        fieldOverride('lastContactAge', {
          displayName: names.lastContactAge,
          mappings: unknownMappings(t('unknown')),
        }),
      ],
    }
  );
}

/** The latest reading of every tag of the device. */
export function latestValues({ t, linkTo }: DashboardContext, at: AtVariable = {}): Panel {
  const toTag = linkTo('plant-tag', t('link.tag'), {
    device: '${__field.labels.device}',
    tag: '${__field.labels.tag}',
  });
  return stat(
    {
      title: t('device.latest.title'),
      description: t('device.latest.description'),
      link: linkTo('plant-device', t('device.title'), { tag: ALL }),
    },
    [
      history({
        statistics: ['avg'],
        latestReading: true,
        staleAfter: '1h',
        legend: '{{name}}',
        ...OF_ALL_TAGS,
        ...at,
      }),
    ],
    { unknown: t('values.unknown'), valueLink: toTag, isList: true }
  );
}

/** The selected tag, with its alerts and the level at which its open ones began. */
export function trend(
  { t, linkTo }: DashboardContext,
  target: 'plant-tag' | 'plant-compare',
  { hold = '', regions = [] }: { readonly hold?: string; readonly regions?: readonly Target[] } = {}
): Panel {
  const title = target === 'plant-tag' ? t('link.tag') : t('link.compare');
  return chart(
    {
      title: '${tag:text} · ${device:text}',
      description: [t('tag.trend.description'), ...(regions.length > 0 ? [t('tag.limit.regions')] : [])].join(' '),
      link: linkTo(target, title),
    },
    [
      history({ legend: '{{name}}', ...(hold !== '' && { hold }), ...OF_TAG }),
      alertRegions(OF_TAG),
      openAlertLevels(OF_TAG),
      ...regions,
    ]
  );
}

interface StatesOptions {
  readonly title: string;
  /** How a row is called. */
  readonly legend: string;
  readonly filter: Parameters<typeof periods>[0];
  /** Where the title leads. */
  readonly target: 'plant-availability' | 'plant-device';
}

/** The states of the selected devices over time. */
export function statesOverTime(
  { t, linkTo }: DashboardContext,
  { title, legend, filter, target }: StatesOptions
): Panel {
  return timeline(
    {
      title,
      description: t('states.description'),
      link: linkTo(target, target === 'plant-device' ? t('link.device') : t('availability.title')),
    },
    [periods({ format: 'timeline', legend, ...filter })],
    t('states.none')
  );
}

/** A chart for each selected tag of the device, with its alerts. */
export function trends({ t, linkTo }: DashboardContext): Panel {
  return repeated(
    'tag',
    2,
    chart(
      {
        title: '${tag:text}',
        description: t('trends.description'),
        link: linkTo('plant-tag', t('link.tag'), { tag: '${tag}' }),
      },
      [history({ legend: '{{name}}', ...HELD, ...OF_TAG }), alertRegions(OF_TAG)]
    )
  );
}

/** The number of readings per hour of each selected tag. */
export function readingsPerHour({ t, linkTo }: DashboardContext): Panel {
  return repeated(
    'tag',
    2,
    bars(
      {
        title: '${tag:text}',
        description: t('readingsPerHour.description'),
        link: linkTo('plant-tag', t('link.tag'), { tag: '${tag}' }),
      },
      [history({ interval: '1h', statistics: ['n'], legend: '{{name}}', ...OF_TAG })],
      { legend: { showLegend: false } }
    )
  );
}
