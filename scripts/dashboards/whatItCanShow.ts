import { createContext, dashboard, type DashboardFile } from './dashboard.ts';
import type { Language } from './language.ts';
import { type Process, processLink } from './links.ts';
import { chart, type Panel } from './panels.ts';
import { alertRegions, history } from './queries.ts';

/** Processes of the demo plant with runs. */
export const PROCESSES = {
  oven: {
    ...{ device: 'HOR-201', runTag: 'vel_banda', limit: '1', from: 'now-4h' },
    curves: ['temp_zona1', 'temp_zona2', 'temp_zona3', 'temp_zona4'],
  },
  filling: { device: 'TAN-301', runTag: 'nivel', limit: '45', curves: ['nivel'], from: 'now-4h' },
  washing: {
    ...{ device: 'FIL-301', runTag: 'presion_diferencial', limit: '0.6', joinWithin: '6h', from: 'now-5d' },
    curves: ['presion_diferencial'],
  },
} as const satisfies Readonly<Record<string, Process>>;

/** Examples of the demo plant; the only dashboard that names its devices. */
export function whatItCanShow(language: Language): DashboardFile {
  const context = createContext('what-it-can-show', language);
  const { t, linkTo } = context;

  interface Example {
    readonly title: string;
    readonly description: string;
    readonly devices: readonly [string, ...string[]];
    readonly tags: readonly [string, ...string[]];
    readonly legend?: string;
    readonly timeFrom?: string;
  }

  function example({ title, description, devices, tags, legend = '{{name}}', timeFrom }: Example): Panel {
    const link = linkTo('plant-tag', t('link.tag'), { device: devices[0], tag: tags[0] });
    const filter = { devices: [...devices], tags: [...tags] };
    return chart({ title, description, link }, [history({ legend, ...filter }), alertRegions(filter)], {
      more: timeFrom === undefined ? {} : { timeFrom },
    });
  }

  return dashboard(context, {
    title: t('examples.title'),
    description: t('examples.description'),
    from: 'now-6h',
    refresh: '10s',
    links: [
      processLink(t('examples.batches.oven'), context.name, language, PROCESSES.oven),
      processLink(t('examples.batches.filling'), context.name, language, PROCESSES.filling),
      processLink(t('examples.batches.washing'), context.name, language, PROCESSES.washing),
    ],
    variables: [],
    rows: [
      {
        height: 9,
        panels: [
          [
            12,
            example({
              title: t('examples.spikes.title'),
              description: t('examples.spikes.description'),
              devices: ['CMP-101'],
              tags: ['presion_descarga'],
            }),
          ],
          [
            12,
            example({
              title: t('examples.gaps.title'),
              description: t('examples.gaps.description'),
              devices: ['SEN-201'],
              tags: ['temperatura'],
            }),
          ],
        ],
      },
      {
        height: 9,
        panels: [
          [
            12,
            example({
              title: t('examples.bursts.title'),
              description: t('examples.bursts.description'),
              devices: ['VAL-301'],
              tags: ['posicion'],
            }),
          ],
          [
            12,
            example({
              title: t('examples.lostSignal.title'),
              description: t('examples.lostSignal.description'),
              devices: ['DOS-301'],
              tags: ['cloro_libre'],
              timeFrom: '14d',
            }),
          ],
        ],
      },
      {
        height: 9,
        panels: [
          [
            12,
            example({
              title: t('examples.oven.title'),
              description: t('examples.oven.description'),
              devices: ['HOR-201'],
              tags: ['temp_zona1', 'temp_zona2', 'temp_zona3', 'temp_zona4', 'consigna_zona1'],
            }),
          ],
          [
            12,
            example({
              title: t('examples.power.title'),
              description: t('examples.power.description'),
              devices: ['MED-101', 'MED-201', 'MED-301'],
              tags: ['potencia_activa'],
              legend: '{{site}}',
            }),
          ],
        ],
      },
    ],
  });
}
