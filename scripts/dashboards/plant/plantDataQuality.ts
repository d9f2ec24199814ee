import { RED } from '../../../src/grafana/valueColors.ts';
import { createContext, dashboard, type DashboardContext, type DashboardFile } from '../dashboard.ts';
import { ALL } from '../links.ts';
import type { Language } from '../language.ts';
import { agoColumn, type Panel, table, TIME_COLUMN } from '../panels.ts';
import { latest, OF_SITES } from '../queries.ts';
import { periodsTable } from './periodsTable.ts';
import { deviceCounts, devicesByContact, readingsPerHour, tagCounts } from './sharedPanels.ts';
import {
  deviceVariable,
  listVariable,
  measuresVariable,
  siteVariable,
  tagsVariable,
  unchangedVariable,
} from '../variables.ts';

/** Silent tags, late readings, stuck sensors and gaps. */
export function plantDataQuality(language: Language): DashboardFile {
  const context = createContext('plant-data-quality', language);
  const { t } = context;
  return dashboard(context, {
    title: t('dataQuality.title'),
    description: t('dataQuality.description'),
    from: 'now-24h',
    refresh: '1m',
    variables: [
      siteVariable(t),
      deviceVariable(t),
      tagsVariable(t),
      listVariable('lateAfter', t('variable.lateAfter'), ['1h', '15m', '5m', '6h']),
      listVariable('silentAfter', t('variable.silentAfter'), ['1d', '6h', '1h', '7d']),
      unchangedVariable(t),
      measuresVariable(t),
    ],
    rows: [
      {
        height: 4,
        panels: [
          [
            8,
            tagCounts(context, t('lateTags.title'), {
              staleAfter: '$lateAfter',
              names: { fresh: t('lateTags.fresh'), stale: t('lateTags.stale') },
            }),
          ],
          [
            8,
            tagCounts(context, t('silentTags.title'), {
              staleAfter: '$silentAfter',
              names: { fresh: t('silentTags.fresh'), stale: t('silentTags.stale') },
              staleColor: RED,
            }),
          ],
          [8, deviceCounts(context)],
        ],
      },
      {
        height: 11,
        panels: [
          [15, tagsByAge(context)],
          [9, devicesByContact(context)],
        ],
      },
      { height: 6, panels: [[24, stuckSensors(context)]] },
      { section: t('dataQuality.gaps') },
      { height: 6, panels: [[24, readingsPerHour(context)]] },
    ],
  });
}

function tagsByAge({ t, linkTo }: DashboardContext): Panel {
  const device = '${__data.fields.deviceCode}';
  return table(
    {
      title: t('tagsByAge.title'),
      description: t('tagsByAge.description'),
      link: linkTo('plant-overview', t('link.overview')),
    },
    latest({ format: 'table', staleAfter: '$lateAfter', ...OF_SITES }),
    {
      columns: {
        device: { minWidth: 110, wraps: true, link: linkTo('plant-device', t('link.device'), { device, tag: ALL }) },
        name: {
          minWidth: 130,
          wraps: true,
          link: linkTo('plant-tag', t('link.tag'), { device, tag: '${__data.fields.tag}' }),
        },
        value: { minWidth: 100 },
        unit: { width: 64 },
        time: agoColumn(t('tagsByAge.time'), t('tagsByAge.never'), { width: 120 }),
        freshness: { width: 100 },
      },
      hidden: ['state', 'limit', 'age', 'site', 'area', 'deviceCode', 'tag'],
      sortBy: 'time',
    }
  );
}

/** More measures than a plant has whose operator looks at all of them in one table. */
const MOST_MEASURES = 1000;

function stuckSensors({ t, linkTo }: DashboardContext): Panel {
  const device = '${__data.fields.deviceCode}';
  const tag = '${__data.fields.tag}';
  return periodsTable(
    {
      title: t('stuck.title'),
      description: t('stuck.description'),
      link: linkTo('plant-overview', t('link.overview')),
    },
    {
      ...OF_SITES,
      tags: ['$measure'],
      condition: { operator: 'unchanged', value: '$unchanged' },
      maxSeries: MOST_MEASURES,
    },
    {
      columns: {
        start: { ...TIME_COLUMN, title: t('stuck.since') },
        state: { minWidth: 90, wraps: true },
        duration: { width: 110, title: t('periods.duration') },
        device: { minWidth: 120, wraps: true, link: linkTo('plant-device', t('link.device'), { device, tag: ALL }) },
        name: { minWidth: 120, wraps: true, link: linkTo('plant-tag', t('link.tag'), { device, tag }) },
        min: { width: 110, title: t('stuck.value') },
        unit: { width: 66 },
      },
      none: t('stuck.none'),
      isLongestFirst: true,
    }
  );
}
