import { GREEN, ORANGE } from '../../../src/grafana/valueColors.ts';
import { createContext, dashboard, type DashboardContext, type DashboardFile } from '../dashboard.ts';
import type { Language } from '../language.ts';
import { runLink } from '../links.ts';
import { chart, type Panel, repeated, stat, steps, table, TIME_COLUMN } from '../panels.ts';
import { runs } from '../queries.ts';
import {
  alignVariable,
  conditionVariable,
  curvesVariable,
  referenceVariable,
  RUN_RULES,
  runRulesVariables,
  runDeviceVariable,
  runTagVariable,
  runVariable,
  siteVariable,
  textVariable,
} from '../variables.ts';

const RUNS = {
  sites: ['$site'],
  devices: ['$runDevice'],
  tags: ['$curve'],
  runTag: '$runTag',
  ...RUN_RULES,
  run: '$run',
  align: '$align',
  reference: ['$reference'],
} as const satisfies Parameters<typeof runs>[0];

/** Batches: is this run as the ones before it, where is it not, and which of them was not either? */
export function plantBatches(language: Language): DashboardFile {
  const context = createContext('plant-batches', language);
  const { t } = context;
  const rules = [
    siteVariable(t),
    runDeviceVariable(t),
    runTagVariable(t),
    conditionVariable(t),
    textVariable('limit', t('variable.limit'), '1'),
    ...runRulesVariables(t),
    curvesVariable(t),
    alignVariable(t),
  ];
  const reference = referenceVariable(t);
  const kept = ['source', ...[...rules, reference].map(({ name }) => name)];
  return dashboard(context, {
    title: t('batches.title'),
    description: t('batches.description'),
    // About as long as a run: that is how wide its chart is.
    from: 'now-4h',
    refresh: '1m',
    variables: [...rules, runVariable(t), reference],
    rows: [
      { height: 4, panels: [[24, outside(context)]] },
      { section: t('batches.envelope.section') },
      { height: 8, panels: [[24, courses(context, 'envelope', t('batches.envelope.description'))]] },
      { section: t('batches.table.section') },
      { height: 8, panels: [[24, deviations(context, kept)]] },
      { section: t('batches.overlay.section') },
      {
        height: 8,
        panels: [
          [
            24,
            courses(context, 'overlay', t('batches.overlay.description'), {
              legend: { displayMode: 'list', placement: 'right' },
            }),
          ],
        ],
      },
    ],
  });
}

const toTag = ({ t, linkTo }: DashboardContext) =>
  linkTo('plant-tag', t('link.tag'), { device: '${runDevice}', tag: '${curve}' });

/** A millionth of what is read: anything outside is not well. */
const LEAST = 1e-6;

function outside({ t, linkTo }: DashboardContext): Panel {
  return stat(
    {
      title: t('batches.outside.title'),
      description: t('batches.outside.description'),
      link: linkTo('plant-device', t('link.device'), { device: '${runDevice}' }),
    },
    [runs({ format: 'deviation', legend: '{{name}}', ...RUNS })],
    {
      unknown: t('batches.unknown'),
      colorMode: 'background_solid',
      valueSize: 22,
      thresholds: steps([
        [ORANGE, -Number.MAX_VALUE],
        [GREEN, -LEAST],
        [ORANGE, LEAST],
      ]),
    }
  );
}

/** A chart for each tag: the bands of several hide each other. */
function courses(
  context: DashboardContext,
  format: 'envelope' | 'overlay',
  description: string,
  options: Parameters<typeof chart>[2] = {}
): Panel {
  return repeated(
    'curve',
    2,
    chart({ title: '${curve:text}', description, link: toTag(context) }, [runs({ format, ...RUNS })], {
      // Points of the edges of a band would be seen before the run.
      custom: { showPoints: 'never' },
      defaults: { noValue: context.t('batches.unknown') },
      ...options,
    })
  );
}

/** A table for each tag, whose columns then have short titles. @param kept the variables that a row keeps */
function deviations(context: DashboardContext, kept: readonly string[]): Panel {
  const { t, language } = context;
  return repeated(
    'curve',
    1,
    table(
      { title: '${curve:text}', description: t('batches.table.description'), link: toTag(context) },
      runs({ format: 'table', ...RUNS }),
      {
        columns: {
          start: TIME_COLUMN,
          duration: { width: 105, link: runLink(t('batches.compare'), language, kept) },
          part: { minWidth: 130, wraps: true },
        },
        // The duration says it; the titles of the others need its room.
        hidden: ['end'],
        othersMinWidth: 140,
        unknown: t('batches.unknown'),
      }
    )
  );
}
