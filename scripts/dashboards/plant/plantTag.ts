import { alertsTable, alertsUnknown, RANGE_ALERT_COLUMNS } from './alertsTable.ts';
import { createContext, dashboard, type DashboardContext, type DashboardFile } from '../dashboard.ts';
import type { Language } from '../language.ts';
import { periodsTable } from './periodsTable.ts';
import { bars, chart, fieldOverride, histogram, type Panel, stat, TIME_COLUMN } from '../panels.ts';
import { HELD, history, latest, OF_TAG, periods } from '../queries.ts';
import { trend } from './sharedPanels.ts';
import {
  conditionVariable,
  deviceVariable,
  holdVariable,
  listVariable,
  siteVariable,
  tagVariable,
  textVariable,
} from '../variables.ts';

/** Steps this short show nearly every reading. */
const DISTRIBUTION_POINTS = 10_000;

/** A tag at any zoom level. */
export function plantTag(language: Language): DashboardFile {
  const context = createContext('plant-tag', language);
  const { t } = context;
  return dashboard(context, {
    title: t('tag.title'),
    description: t('tag.description'),
    from: 'now-2d',
    refresh: '30s',
    links: [context.todayLink('plant-consumption', t('consumption.ofToday'))],
    variables: [
      siteVariable(t),
      deviceVariable(t),
      tagVariable(t),
      conditionVariable(t),
      textVariable('limit', t('variable.limit'), 'high'),
      holdVariable(t, { isShown: true }),
      listVariable('shiftStart', t('variable.shiftStart'), ['06:00', '07:00', '08:00', '00:00']),
      listVariable('shiftLength', t('variable.shiftLength'), ['8h', '12h', '6h']),
    ],
    rows: [
      {
        height: 4,
        panels: [
          [6, latestValue(context)],
          ...statistics(context).map((panel, index) => [[8, 5, 5][index]!, panel] as const),
        ],
      },
      { height: 11, panels: [[24, trend(context, 'plant-compare', { ...HELD, regions: [LIMIT_REGIONS] })]] },
      { section: t('tag.limit.section') },
      {
        // Not higher: a tag without a limit has nothing here.
        columns: [
          [
            10,
            [
              [4, limitTotals(context)],
              [5, limitPerShift(context)],
            ],
          ],
          [14, [[9, limitPeriods(context)]]],
        ],
      },
      { section: t('tag.statistics.section') },
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
          [9, distribution(context)],
          [15, tagAlerts(context)],
        ],
      },
    ],
  });
}

const AT_LIMIT = { condition: { operator: '$condition', value: '$limit' }, ...HELD, ...OF_TAG } as const;
const LIMIT_REGIONS = periods({ refId: 'Limit', format: 'annotations', legend: '{{name}}', ...AT_LIMIT });

/** The values of an alert need the room of its state. */
const { state: _, ...WITHOUT_STATE } = RANGE_ALERT_COLUMNS;

const toReadings = ({ t, linkTo }: DashboardContext) => linkTo('plant-data-quality', t('dataQuality.title'));
const toComparison = ({ t, linkTo }: DashboardContext) => linkTo('plant-compare', t('link.compare'));

function latestValue(context: DashboardContext): Panel {
  const { t } = context;
  return stat(
    {
      title: t('tag.latest.title'),
      description: t('tag.latest.description'),
      link: toReadings(context),
    },
    [latest({ format: 'series', staleAfter: '1h', legend: '{{age}}', ...OF_TAG })],
    { unknown: t('tag.latest.unknown'), valueSize: 'fitting' }
  );
}

/** The statistics of the time range as a whole. */
function statistics(context: DashboardContext): readonly Panel[] {
  const { t } = context;
  const options = [
    [t('tag.extremes.title'), t('tag.extremes.description'), ['min', 'max']],
    [t('tag.mean.title'), t('tag.mean.description'), ['auto']],
    [t('tag.readings.title'), t('tag.readings.description'), ['n']],
  ] as const;
  return options.map(([title, description, shown]) =>
    stat(
      { title, description, link: toReadings(context) },
      [history({ interval: 'range', statistics: [...shown], legend: '{{name}}', ...OF_TAG })],
      { unknown: t('tag.statistic.unknown'), showsNames: shown.length > 1, valueSize: 'fitting' }
    )
  );
}

/** How long, how often and for how long at most the condition held. */
function limitTotals(context: DashboardContext): Panel {
  const { t } = context;
  return stat(
    {
      title: t('tag.limit.total.title'),
      description: t('tag.limit.total.description'),
      link: toComparison(context),
    },
    [periods({ format: 'total', totals: ['duration', 'share', 'count', 'longest'], ...AT_LIMIT })],
    {
      unknown: t('unknown'),
      valueSize: 22,
      overrides: [
        fieldOverride('duration', { displayName: t('periods.total') }),
        fieldOverride('share', { displayName: t('periods.share') }),
        fieldOverride('count', { displayName: t('periods.count') }),
        fieldOverride('longest', { displayName: t('periods.longest') }),
      ],
    }
  );
}

function limitPerShift(context: DashboardContext): Panel {
  const { t } = context;
  return bars(
    {
      title: t('tag.limit.shifts.title'),
      description: t('tag.limit.shifts.description'),
      link: toComparison(context),
    },
    [
      periods({
        format: 'perStep',
        interval: '$shiftLength',
        offset: '$shiftStart',
        legend: '{{name}}',
        ...AT_LIMIT,
      }),
    ],
    {
      defaults: { noValue: t('tag.limit.none') },
      legend: { showLegend: false },
      more: { timeFrom: '7d' },
    }
  );
}

function limitPeriods(context: DashboardContext): Panel {
  const { t } = context;
  return periodsTable(
    {
      title: t('tag.limit.periods.title'),
      description: t('tag.limit.periods.description'),
      link: toReadings(context),
    },
    AT_LIMIT,
    {
      columns: {
        start: TIME_COLUMN,
        end: TIME_COLUMN,
        stateName: { minWidth: 70, wraps: true },
        state: { minWidth: 70, wraps: true },
        duration: { width: 105 },
        max: { width: 80 },
        average: { width: 75, title: t('periods.average') },
      },
      none: t('tag.limit.none'),
    }
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
    [
      history({ legend: '{{name}}', ...HELD, ...OF_TAG }),
      history({ refId: 'B', shift: '1w', legend: '{{name}}', ...HELD, ...OF_TAG }),
    ]
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
    [history({ legend: '{{name}}', ...OF_TAG })],
    { maxDataPoints: DISTRIBUTION_POINTS }
  );
}

function tagAlerts({ t, linkTo }: DashboardContext): Panel {
  return alertsTable(
    {
      title: t('alerts.title'),
      description: t('tag.alerts.description'),
      link: linkTo('plant-alerts', t('alerts.title')),
    },
    OF_TAG,
    {
      columns: {
        ...WITHOUT_STATE,
        startValue: { width: 120 },
        peakValue: { width: 105 },
      },
      unknown: alertsUnknown(t),
    }
  );
}
