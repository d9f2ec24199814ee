import { BLUE } from '../../../src/grafana/valueColors.ts';
import type { DashboardContext } from '../dashboard.ts';
import { type Panel, type PanelTexts, table, type TableOptions, TIME_COLUMN } from '../panels.ts';
import { periods } from '../queries.ts';
import { periodsTable } from './periodsTable.ts';

type Machines = Parameters<typeof periods>[0];

/** How long and how often each machine had each of its states. */
export function timeInStates(context: DashboardContext, machines: Machines): Panel {
  const { t } = context;
  const texts = { title: t('availability.states.title'), description: t('availability.states.description') };
  return statesTable(context, texts, machines, { unknown: t('states.none') });
}

/** How long and how often each machine was in each state other than running, the longest first. */
export function downtimeByCause(context: DashboardContext, stopped: Machines): Panel {
  const { t } = context;
  const texts = { title: t('handover.downtime.title'), description: t('handover.downtime.description') };
  return statesTable(context, texts, stopped, {
    unknown: t('availability.stops.none'),
    sortBy: 'time',
    isDescending: true,
  });
}

function statesTable(
  { t, linkTo }: DashboardContext,
  texts: Pick<PanelTexts, 'title' | 'description'>,
  machines: Machines,
  options: Pick<TableOptions, 'unknown' | 'sortBy' | 'isDescending'>
): Panel {
  const toDevice = linkTo('plant-device', t('link.device'), { device: '${__data.fields.deviceCode}' });
  return table(
    { ...texts, link: linkTo('plant-device', t('link.device')) },
    periods({ format: 'states', ...machines }),
    {
      ...options,
      columns: {
        device: { minWidth: 100, wraps: true, link: toDevice },
        state: { minWidth: 98, wraps: true },
        time: { width: 105, title: t('periods.duration') },
        share: {
          width: 105,
          title: t('periods.share'),
          more: {
            color: { mode: 'fixed', fixedColor: BLUE },
            'custom.cellOptions': { type: 'gauge', mode: 'basic', valueDisplayMode: 'text' },
          },
        },
        starts: { width: 60, title: t('availability.states.changes') },
      },
      hidden: ['name', 'value', 'site', 'area', 'deviceCode', 'tag'],
    }
  );
}

/** When machines stopped, and in which states they were then. */
export function longestStops({ t, linkTo }: DashboardContext, stopped: Parameters<typeof periods>[0]): Panel {
  const device = '${__data.fields.deviceCode}';
  return periodsTable(
    {
      title: t('availability.stops.title'),
      description: t('availability.stops.description'),
      link: linkTo('plant-alerts', t('alerts.title')),
    },
    stopped,
    {
      columns: {
        start: TIME_COLUMN,
        end: TIME_COLUMN,
        duration: { width: 105, title: t('periods.duration') },
        stateName: { minWidth: 90, wraps: true },
        state: { minWidth: 90, wraps: true },
        device: { minWidth: 110, wraps: true, link: linkTo('plant-device', t('link.device'), { device }) },
      },
      none: t('availability.stops.none'),
      isLongestFirst: true,
    }
  );
}
