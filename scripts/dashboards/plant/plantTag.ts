import { alertsTable, alertsUnknown, RANGE_ALERT_COLUMNS } from './alertsTable.ts';
import { dashboard, type DashboardFile, type DashboardContext } from '../dashboard.ts';
import { chart, histogram, type Panel, stat } from '../panels.ts';
import { alertRegions, history, latest, OF_TAG } from '../queries.ts';
import { deviceVariable, listVariable, siteVariable, tagVariable } from '../variables.ts';

/** Steps this short show nearly every reading. */
const DISTRIBUTION_POINTS = 10_000;

/** A tag at any zoom level. */
export function plantTag(context: DashboardContext): DashboardFile {
  const { t } = context;
  return dashboard(context, {
    name: 'plant-tag',
    title: t('tag.title'),
    description: t('tag.description'),
    from: 'now-24h',
    refresh: '30s',
    variables: [
      siteVariable(t),
      deviceVariable(t),
      tagVariable(t),
      listVariable('shiftStart', t('variable.shiftStart'), ['06:00', '07:00', '08:00', '00:00']),
      listVariable('shiftLength', t('variable.shiftLength'), ['8h', '12h', '6h']),
    ],
    rows: [
      {
        height: 4,
        panels: [
          [7, latestValue(context)],
          ...statistics(context).map((panel, index) => [[4, 4, 4, 5][index]!, panel] as const),
        ],
      },
      { height: 11, panels: [[24, trend(context)]] },
      {
        height: 9,
        panels: [
          [12, weekEarlier(context)],
          [12, perShift(context)],
        ],
      },
      {
        height: 9,
        panels: [
          [12, distribution(context)],
          [12, tagAlerts(context)],
        ],
      },
    ],
  });
}

const toReadings = ({ t, linkTo }: DashboardContext) =>
  linkTo('plant-data-quality', t('dataQuality.title'), { device: '${device}', tag: '${tag}' });
const toComparison = ({ t, linkTo }: DashboardContext) => linkTo('plant-compare', t('link.compare'), { tag: '${tag}' });

function latestValue(context: DashboardContext): Panel {
  const { t } = context;
  return stat(
    {
      title: t('tag.latest.title'),
      description: t('tag.latest.description'),
      link: toReadings(context),
    },
    [latest({ format: 'series', staleAfter: '1h', legend: '{{name}} · {{age}}', ...OF_TAG })],
    { unknown: t('tag.latest.unknown') }
  );
}

/** The statistics of the time range as a whole. */
function statistics(context: DashboardContext): readonly Panel[] {
  const { t } = context;
  const link = toReadings(context);
  const options = [
    [t('tag.min.title'), t('tag.min.description'), 'min'],
    [t('tag.mean.title'), t('tag.mean.description'), 'avg'],
    [t('tag.max.title'), t('tag.max.description'), 'max'],
    [t('tag.readings.title'), t('tag.readings.description'), 'n'],
  ] as const;
  return options.map(([title, description, statistic]) =>
    stat(
      { title, description, link },
      [history({ interval: 'range', statistics: [statistic], legend: '{{name}}', ...OF_TAG })],
      { unknown: t('tag.statistic.unknown'), showsNames: false }
    )
  );
}

function trend(context: DashboardContext): Panel {
  const { t } = context;
  return chart(
    {
      title: '${tag:text} · ${device:text}',
      description: t('tag.trend.description'),
      link: toComparison(context),
    },
    [history({ legend: '{{name}}', ...OF_TAG }), alertRegions(OF_TAG)]
  );
}

function weekEarlier(context: DashboardContext): Panel {
  const { t } = context;
  return chart(
    {
      title: t('tag.weekEarlier.title'),
      description: t('tag.weekEarlier.description'),
      link: toComparison(context),
    },
    [history({ legend: '{{name}}', ...OF_TAG }), history({ refId: 'B', shift: '1w', legend: '{{name}}', ...OF_TAG })]
  );
}

function perShift(context: DashboardContext): Panel {
  const { t } = context;
  return chart(
    {
      title: t('tag.shifts.title'),
      description: t('tag.shifts.description'),
      link: toComparison(context),
    },
    [history({ interval: '$shiftLength', offset: '$shiftStart', legend: '{{name}}', ...OF_TAG })],
    { custom: { lineInterpolation: 'stepAfter', lineWidth: 2, showPoints: 'never' }, more: { timeFrom: '7d' } }
  );
}

function distribution(context: DashboardContext): Panel {
  const { t } = context;
  return histogram(
    {
      title: t('tag.distribution.title'),
      description: t('tag.distribution.description'),
      link: toReadings(context),
    },
    [history({ statistics: ['avg'], legend: '{{name}}', ...OF_TAG })],
    { maxDataPoints: DISTRIBUTION_POINTS }
  );
}

function tagAlerts({ t, linkTo }: DashboardContext): Panel {
  return alertsTable(
    {
      title: t('alerts.title'),
      description: t('tag.alerts.description'),
      link: linkTo('plant-alerts', t('alerts.title'), { device: '${device}' }),
    },
    OF_TAG,
    {
      columns: {
        ...RANGE_ALERT_COLUMNS,
        startValue: { width: 115 },
        peakValue: { width: 100 },
      },
      unknown: alertsUnknown(t),
    }
  );
}
