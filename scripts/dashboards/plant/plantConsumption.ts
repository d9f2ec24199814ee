import { consumptionTable } from './consumptionTable.ts';
import { createContext, dashboard, type DashboardContext, type DashboardFile } from '../dashboard.ts';
import type { Language } from '../language.ts';
import { bars, chart, type Panel } from '../panels.ts';
import { history, OF_DEVICE } from '../queries.ts';
import { countersVariable, devicesVariable, listVariable, siteVariable } from '../variables.ts';

const INCREASE = {
  statistics: ['increase' as const],
  legend: '{{device}} · {{site}}',
  ...OF_DEVICE,
  tags: ['$counter'],
};
const WEEK_EARLIER = { ...INCREASE, refId: 'B', shift: '1w' };

/** What counters counted: per hour or day, per shift, and compared with the week before. */
export function plantConsumption(language: Language): DashboardFile {
  const context = createContext('plant-consumption', language);
  const { t } = context;
  return dashboard(context, {
    title: t('consumption.title'),
    description: t('consumption.description'),
    from: 'now-7d',
    refresh: '1m',
    links: [context.todayLink('plant-consumption', t('consumption.today'))],
    variables: [
      siteVariable(t),
      devicesVariable(t),
      countersVariable(t, '$device'),
      // In sight, because all of the dashboard depends on them.
      ...[
        listVariable('step', t('variable.step'), ['1d', '1h', '15m']),
        listVariable('shiftStart', t('variable.shiftStart'), ['06:00', '07:00', '08:00', '00:00']),
        listVariable('shiftLength', t('variable.shiftLength'), ['8h', '12h', '6h']),
      ].map((variable) => ({ ...variable, hide: 0 })),
    ],
    rows: [
      { height: 10, panels: [[24, perStep(context)]] },
      { height: 8, panels: [[24, consumptionTable(context, WEEK_EARLIER)]] },
      { height: 10, panels: [[24, perShift(context)]] },
    ],
  });
}

/** No sum: the first step begins before the time range. No mean: the last step still runs. */
const TABLE_LEGEND = { displayMode: 'table', placement: 'right', calcs: ['max'] };

function perStep({ t, linkTo }: DashboardContext): Panel {
  return bars(
    {
      title: t('consumption.perStep.title'),
      description: t('consumption.perStep.description'),
      link: linkTo('plant-compare', t('link.compare')),
    },
    [history({ interval: '$step', ...INCREASE })],
    {
      custom: { stacking: { mode: 'normal', group: 'A' }, barWidthFactor: 0.8 },
      legend: TABLE_LEGEND,
      more: { transformations: [WITHOUT_STATISTIC] },
    }
  );
}

/** The dashboard says what the values are; the interface of the user, not the language of the dashboard, chooses these words. */
const WITHOUT_STATISTIC = {
  id: 'renameByRegex',
  options: { regex: '/ \\((increase|incremento)\\)$/', renamePattern: '' },
};

function perShift({ t, linkTo }: DashboardContext): Panel {
  const shifts = { interval: '$shiftLength', offset: '$shiftStart' };
  return chart(
    {
      title: t('consumption.perShift.title'),
      description: t('consumption.perShift.description'),
      link: linkTo('plant-compare', t('link.compare')),
    },
    [history({ ...shifts, ...INCREASE }), history({ ...shifts, ...WEEK_EARLIER })],
    {
      custom: { lineInterpolation: 'stepAfter', lineWidth: 2, showPoints: 'never' },
      defaults: { min: 0 },
      legend: TABLE_LEGEND,
      more: { transformations: [WITHOUT_STATISTIC] },
    }
  );
}
