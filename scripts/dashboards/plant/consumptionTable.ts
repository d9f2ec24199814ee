import type { DashboardContext } from '../dashboard.ts';
import { type Panel, table } from '../panels.ts';
import { history } from '../queries.ts';

/** Ten digits with a unit, in pixels. */
const NUMBER_WIDTH = 175;

interface ConsumptionOptions {
  /** Of a number, in pixels. */
  readonly numberWidth?: number;
  /** False where the page has no room for it. */
  readonly showsSite?: boolean;
}

/** What counters counted, now and earlier. The most first: where submeters are selected with the main one, it stands above them. */
export function consumptionTable(
  { t, linkTo }: DashboardContext,
  earlier: Parameters<typeof history>[0],
  { numberWidth = NUMBER_WIDTH, showsSite = true }: ConsumptionOptions = {}
): Panel {
  const value = { width: numberWidth, more: { noValue: t('unknown') } };
  return table(
    {
      title: t('consumption.comparison.title'),
      description: t('consumption.comparison.description'),
      link: linkTo('plant-compare', t('link.compare')),
    },
    history({ ...earlier, refId: 'A', format: 'table' }),
    {
      columns: {
        device: { minWidth: 150 },
        value: { ...value, title: t('consumption.comparison.value') },
        before: value,
        change: { width: 100 },
        name: {
          minWidth: 150,
          // The total is of no tag, and its cell no link.
          more: { noValue: ' ' },
          link: linkTo('plant-tag', t('link.tag'), {
            device: '${__data.fields.deviceCode}',
            tag: '${__data.fields.tag}',
          }),
        },
        unit: { width: 80 },
        ...(showsSite && { site: { minWidth: 120 } }),
      },
      hidden: ['area', 'deviceCode', 'tag', ...(showsSite ? [] : ['site'])],
      sortBy: 'value',
      isDescending: true,
      unknown: t('values.unknown'),
    }
  );
}
