import { BLUE } from '../../../src/grafana/valueColors.ts';
import type { DashboardContext } from '../dashboard.ts';
import { type Panel, table, TIME_COLUMN } from '../panels.ts';
import { periods } from '../queries.ts';
import { periodsTable } from './periodsTable.ts';

/** How long and how often each machine had each of its states. */
export function timeInStates({ t, linkTo }: DashboardContext, machines: Parameters<typeof periods>[0]): Panel {
  const toDevice = linkTo('plant-device', t('link.device'), { device: '${__data.fields.deviceCode}' });
  return table(
    {
      title: t('availability.states.title'),
      description: t('availability.states.description'),
      link: linkTo('plant-device', t('link.device')),
    },
    periods({ format: 'states', ...machines }),
    {
      columns: {
        device: { minWidth: 100, wraps: true, link: toDevice },
        state: { minWidth: 98, wraps: true },
        time: { width: 105 },
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
      unknown: t('states.none'),
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
