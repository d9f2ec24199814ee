import { statesOverTime } from './sharedPanels.ts';
import { longestStops, timeInStates } from './stateTables.ts';
import { createContext, dashboard, type DashboardContext, type DashboardFile } from '../dashboard.ts';
import type { Language } from '../language.ts';
import { bars, type ColumnOptions, type Panel, type PanelTexts, repeated, stat, table } from '../panels.ts';
import { HELD, OF_MACHINES, periods } from '../queries.ts';
import {
  areaVariable,
  holdVariable,
  machinesVariable,
  listVariable,
  runningVariable,
  siteVariable,
  statesVariable,
  textVariable,
} from '../variables.ts';

const MACHINES = { ...OF_MACHINES, ...HELD } as const;
const RUNNING = { condition: { operator: '=', value: '$running' }, ...MACHINES } as const;
/** Whatever the machine does instead of running and of stops that were planned, unless it is too short. */
const STOPPED = {
  condition: { operator: '!=', value: '$running; $planned' },
  minDuration: '$minStop',
  ...MACHINES,
} as const;
const PLANNED = { condition: { operator: '=', value: '$planned' }, ...MACHINES } as const;

/** In which state machines were, and for how long; how often they stopped. */
export function plantAvailability(language: Language): DashboardFile {
  const context = createContext('plant-availability', language);
  const { t } = context;
  return dashboard(context, {
    title: t('availability.title'),
    description: t('availability.description'),
    from: 'now-7d',
    refresh: '1m',
    variables: [
      siteVariable(t),
      areaVariable(t),
      machinesVariable(t),
      runningVariable(t),
      textVariable('planned', t('variable.planned'), ''),
      holdVariable(t, { isShown: false }),
      listVariable('minStop', t('variable.minStop'), ['1s', '1m', '5m', '15m']),
      statesVariable(t, '$machine'),
      listVariable('shiftStart', t('variable.shiftStart'), ['06:00', '07:00', '08:00', '00:00']),
      listVariable('shiftLength', t('variable.shiftLength'), ['8h', '12h', '6h']),
    ],
    rows: [
      {
        height: 8,
        panels: [
          [17, mostStopped(context)],
          [7, plannedStops(context)],
        ],
      },
      {
        height: 8,
        panels: [
          [7, running(context)],
          [
            17,
            statesOverTime(context, {
              title: t('availability.timeline.title'),
              legend: '{{device}}',
              filter: MACHINES,
              target: 'plant-device',
            }),
          ],
        ],
      },
      { section: t('availability.shifts') },
      { height: 8, panels: [[24, perShift(context)]] },
      { section: t('availability.details') },
      {
        height: 11,
        panels: [
          [10, timeInStates(context, MACHINES)],
          [14, longestStops(context, STOPPED)],
        ],
      },
    ],
  });
}

function running({ t, linkTo }: DashboardContext): Panel {
  return stat(
    {
      title: t('availability.share.title'),
      description: t('availability.share.description'),
      link: linkTo('plant-device', t('link.device')),
    },
    [periods({ format: 'total', totals: ['share'], legend: '{{device}}', ...RUNNING })],
    {
      unknown: t('unknown'),
      valueLink: linkTo('plant-device', t('link.device'), { device: '${__field.labels.device}' }),
      isList: true,
    }
  );
}

interface StopsOptions {
  readonly query: Parameters<typeof periods>[0];
  /** Beside the device, the hours and the number of stops. */
  readonly columns?: Readonly<Record<string, ColumnOptions>>;
  readonly hidden?: readonly string[];
  /** What the table says without a row. */
  readonly none: string;
}

/** A row for each machine, the most hours first. */
function stopsTable(
  { t, linkTo }: DashboardContext,
  texts: Omit<PanelTexts, 'link'>,
  { query, columns = {}, hidden = [], none }: StopsOptions
): Panel {
  const device = '${__data.fields.deviceCode}';
  return table({ ...texts, link: linkTo('plant-device', t('link.device')) }, periods({ format: 'total', ...query }), {
    columns: {
      device: { minWidth: 100, wraps: true, link: linkTo('plant-device', t('link.device'), { device }) },
      hours: { width: 92, title: t('availability.most.hours'), more: { decimals: 1 } },
      count: { width: 62, title: t('periods.count') },
      ...columns,
    },
    hidden: ['name', 'site', 'area', 'deviceCode', 'tag', ...hidden],
    sortBy: 'hours',
    isDescending: true,
    unknown: none,
  });
}

function mostStopped(context: DashboardContext): Panel {
  const { t } = context;
  return stopsTable(
    context,
    { title: t('availability.most.title'), description: t('availability.most.description') },
    {
      query: { totals: ['hours', 'count', 'longest', 'betweenStarts'], ...STOPPED },
      columns: {
        longest: { width: 100, title: t('periods.longest') },
        betweenStarts: { width: 110, title: t('availability.most.between') },
        unknown: { width: 110, title: t('unknown') },
      },
      none: t('unknown'),
    }
  );
}

function plannedStops(context: DashboardContext): Panel {
  const { t } = context;
  return stopsTable(
    context,
    { title: t('availability.planned.title'), description: t('availability.planned.description') },
    { query: { totals: ['hours', 'count'], ...PLANNED }, hidden: ['unknown'], none: t('availability.planned.none') }
  );
}

/** A chart for each machine: one for all would have a color for each pair of machine and state. */
function perShift({ t, linkTo }: DashboardContext): Panel {
  return repeated(
    'machine',
    2,
    bars(
      {
        title: '${machine:text}',
        description: t('availability.perShift.description'),
        link: linkTo('plant-device', t('link.device'), { device: '${machine}' }),
      },
      [
        periods({
          format: 'perStep',
          totals: ['hours'],
          interval: '$shiftLength',
          offset: '$shiftStart',
          legend: '{{name}}',
          ...MACHINES,
        }),
      ],
      {
        custom: { stacking: { mode: 'normal', group: 'A' }, barWidthFactor: 0.9 },
        defaults: { noValue: t('states.none') },
      }
    )
  );
}
