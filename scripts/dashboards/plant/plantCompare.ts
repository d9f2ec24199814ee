import { createContext, dashboard, type DashboardContext, type DashboardFile } from '../dashboard.ts';
import type { Language } from '../language.ts';
import { chart, type Panel, stat, table } from '../panels.ts';
import { history, latest, OF_TAG } from '../queries.ts';
import { devicesVariable, listVariable, siteVariable, tagOfSitesVariable } from '../variables.ts';

/** One tag of several devices, and of several shifts. */
export function plantCompare(language: Language): DashboardFile {
  const context = createContext('plant-compare', language);
  const { t, linkTo } = context;
  const link = linkTo('plant-tag', t('link.tag'));
  const toTag = linkTo('plant-tag', t('link.tag'), {
    device: '${__field.labels.device}',
    tag: '${__field.labels.tag}',
  });
  const legend = '{{device}}';
  const statistic = (name: 'min' | 'auto' | 'max', title: string, description: string) =>
    stat({ title, description, link }, [history({ interval: 'range', statistics: [name], legend, ...OF_TAG })], {
      unknown: t('values.unknown'),
      valueLink: toTag,
      isList: true,
    });
  return dashboard(context, {
    title: t('compare.title'),
    description: t('compare.description'),
    from: 'now-24h',
    refresh: '1m',
    variables: [
      siteVariable(t),
      tagOfSitesVariable(t),
      devicesVariable(t),
      listVariable('shiftStart', t('variable.shiftStart'), ['06:00', '07:00', '08:00', '00:00']),
      listVariable('shiftLength', t('variable.shiftLength'), ['8h', '12h', '6h']),
    ],
    rows: [
      {
        height: 11,
        panels: [
          [
            24,
            chart(
              {
                title: t('compare.devices.title'),
                description: t('compare.devices.description'),
                link,
              },
              [history({ legend, ...OF_TAG })]
            ),
          ],
        ],
      },
      { height: 8, panels: [[24, latestTable(context)]] },
      {
        height: 7,
        panels: [
          [8, statistic('min', t('compare.min.title'), t('compare.min.description'))],
          [8, statistic('auto', t('compare.mean.title'), t('compare.mean.description'))],
          [8, statistic('max', t('compare.max.title'), t('compare.max.description'))],
        ],
      },
      {
        height: 10,
        panels: [
          [
            12,
            chart(
              {
                title: t('compare.shifts.title'),
                description: t('compare.shifts.description'),
                link,
              },
              [
                history({
                  interval: '$shiftLength',
                  offset: '$shiftStart',
                  legend,
                  ...OF_TAG,
                }),
              ],
              {
                custom: { lineInterpolation: 'stepAfter', lineWidth: 2, showPoints: 'never' },
                more: { timeFrom: '7d' },
              }
            ),
          ],
          [
            12,
            chart(
              {
                title: t('compare.dayEarlier.title'),
                description: t('compare.dayEarlier.description'),
                link,
              },
              [history({ legend, ...OF_TAG }), history({ refId: 'B', shift: '1d', legend, ...OF_TAG })],
              { overrides: [NOT_IN_LEGEND] }
            ),
          ],
        ],
      },
    ],
  });
}

/** The earlier lines have the colors of the others; twice as many entries would leave no room for the chart on a phone. */
const NOT_IN_LEGEND = {
  matcher: { id: 'byFrameRefID', options: 'B' },
  properties: [{ id: 'custom.hideFrom', value: { legend: true, tooltip: false, viz: false } }],
};

function latestTable({ t, linkTo }: DashboardContext): Panel {
  const device = '${__data.fields.deviceCode}';
  return table(
    {
      title: t('compare.latest.title'),
      description: t('compare.latest.description'),
      link: linkTo('plant-tag', t('link.tag')),
    },
    latest({ format: 'table', staleAfter: '1h', ...OF_TAG }),
    {
      columns: {
        device: {
          minWidth: 110,
          wraps: true,
          link: linkTo('plant-tag', t('link.tag'), { device, tag: '${__data.fields.tag}' }),
        },
        // The unit of all values is in the column beside.
        value: { minWidth: 100, more: { unit: 'none' } },
        unit: { minWidth: 62, wraps: true },
        age: { width: 76, wraps: true, title: t('compare.latest.age') },
        freshness: { width: 95 },
        site: { minWidth: 110, wraps: true },
      },
      hidden: ['name', 'time', 'area', 'deviceCode', 'tag'],
    }
  );
}
