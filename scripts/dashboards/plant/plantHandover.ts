import { ORANGE } from '../../../src/grafana/valueColors.ts';
import { consumptionTable } from './consumptionTable.ts';
import { createContext, dashboard, type DashboardContext, type DashboardFile } from '../dashboard.ts';
import { shiftLink } from '../links.ts';
import type { Language } from '../language.ts';
import { badFromOne, fieldOverride, type Panel, stat, table, TIME_COLUMN } from '../panels.ts';
import { alerts, dataExports, OF_SITES, periods } from '../queries.ts';
import { openAlertCounts, openAlertsTable, tagCounts } from './sharedPanels.ts';
import { downtimeByCause, longestStops } from './stateTables.ts';
import { countersVariable, runningVariable, siteVariable, statesVariable, textVariable } from '../variables.ts';

/** What the next shift takes over is as it was at the end of this one. */
const AT_END = { at: 'rangeEnd' } as const;
const STOPPED = {
  condition: { operator: '!=', value: '$running' },
  sites: ['$site'],
  tags: ['$state'],
} as const satisfies Parameters<typeof periods>[0];

/**
 * What happened in a shift and what is left of it. Nothing says when shifts are: links lead to usual ones. It is no higher than what
 * fits a landscape page of A4 at 70 %, in kiosk mode.
 */
export function plantHandover(language: Language): DashboardFile {
  const context = createContext('plant-handover', language);
  const { t, name } = context;
  return dashboard(context, {
    title: t('handover.title'),
    description: t('handover.description'),
    from: 'now-8h',
    refresh: '1m',
    links: [
      shiftLink(t('handover.morning'), name, language, { fromHour: 6, toHour: 14 }),
      shiftLink(t('handover.afternoon'), name, language, { fromHour: 14, toHour: 22 }),
      shiftLink(t('handover.night'), name, language, { fromHour: 22, toHour: 30 }),
    ],
    variables: [
      siteVariable(t),
      runningVariable(t),
      countersVariable(t),
      textVariable('limit', t('handover.limit'), 'high'),
      statesVariable(t),
    ],
    rows: [
      { section: t('handover.range') },
      {
        height: 4,
        panels: [
          [8, opened(context)],
          [8, stillOpen(context)],
          [8, tagCounts(context, t('handover.silent.title'), { staleAfter: '8h', ...AT_END })],
        ],
      },
      {
        height: 7,
        panels: [
          [
            13,
            openAlertsTable(context, {
              title: t('handover.open.list'),
              filter: { ...OF_SITES, ...AT_END },
              shown: 'plant',
            }),
          ],
          [11, aboveLimit(context)],
        ],
      },
      {
        height: 6,
        panels: [
          [14, longestStops(context, STOPPED)],
          [10, downtimeByCause(context, STOPPED)],
        ],
      },
      {
        height: 6,
        panels: [
          [
            16,
            consumptionTable(
              context,
              { statistics: ['increase'], sites: ['$site'], tags: ['$counter'], shift: '1w' },
              { numberWidth: 150, showsSite: false }
            ),
          ],
          [8, exportsOfKey(context)],
        ],
      },
    ],
  });
}

function opened({ t, linkTo }: DashboardContext): Panel {
  const names = { opened: t('handover.opened'), unattended: t('alertingRules.unattended') };
  return stat(
    {
      title: t('handover.opened.title'),
      description: t('handover.opened.description'),
      link: linkTo('plant-alerts', t('link.allAlerts')),
    },
    [alerts({ format: 'performance', ...OF_SITES })],
    {
      unknown: t('alerts.unknown'),
      colorMode: 'background_solid',
      fields: `/^(${Object.values(names).join('|')})$/`,
      overrides: Object.entries(names).map(([field, displayName]) =>
        fieldOverride(field, { displayName, color: { mode: 'thresholds' }, thresholds: badFromOne(ORANGE) })
      ),
    }
  );
}

function stillOpen(context: DashboardContext): Panel {
  const { t } = context;
  return {
    ...openAlertCounts(context, OF_SITES, AT_END),
    title: t('handover.open.title'),
    description: t('handover.open.description'),
  };
}

/** More tags than have a limit. */
const MOST_TAGS = 1000;

function aboveLimit({ t, linkTo }: DashboardContext): Panel {
  const device = '${__data.fields.deviceCode}';
  return table(
    {
      title: t('handover.above.title'),
      description: t('handover.above.description'),
      link: linkTo('plant-alerts', t('alerts.title')),
    },
    periods({
      format: 'total',
      totals: ['hours', 'count', 'longest'],
      condition: { operator: '>', value: '$limit' },
      maxSeries: MOST_TAGS,
      tags: ['*'],
      ...OF_SITES,
    }),
    {
      columns: {
        device: { minWidth: 110, wraps: true, link: linkTo('plant-device', t('link.device'), { device }) },
        name: {
          minWidth: 110,
          wraps: true,
          link: linkTo('plant-tag', t('link.tag'), { device, tag: '${__data.fields.tag}' }),
        },
        hours: { width: 80, title: t('handover.above.hours'), more: { decimals: 1 } },
        count: { width: 65, title: t('periods.count') },
        longest: { width: 95, title: t('periods.longest') },
      },
      hidden: ['time', 'unknown', 'site', 'area', 'deviceCode', 'tag'],
      sortBy: 'hours',
      isDescending: true,
      unknown: t('handover.above.none'),
    }
  );
}

function exportsOfKey({ t, linkTo }: DashboardContext): Panel {
  return table(
    {
      title: t('exports.title'),
      description: t('handover.exports.description'),
      link: linkTo('plant-exports', t('exports.title')),
    },
    dataExports({}),
    {
      columns: {
        description: { minWidth: 110, wraps: true },
        state: { width: 100 },
        created: TIME_COLUMN,
      },
      hidden: ['type', 'format', 'progress', 'rows', 'size', 'finished', 'expires', 'error', 'download', 'id'],
    }
  );
}
