import { dashboard, type DashboardFile, type Writer, writerIn } from './dashboard.ts';
import { chart, type Panel } from './panels.ts';
import { alertRegions, history } from './queries.ts';

/** Examples of the demo plant; the only dashboard that names its devices. */
export function whatItCanShow(writer: Writer): DashboardFile {
  const { say, to } = writerIn(writer.language, ['source']);

  interface Example {
    readonly title: string;
    readonly description: string;
    readonly devices: readonly [string, ...string[]];
    readonly tags: readonly [string, ...string[]];
    readonly legend?: string;
    readonly timeFrom?: string;
  }

  function example({ title, description, devices, tags, legend = '{{name}}', timeFrom }: Example): Panel {
    const link = to('plant-tag', say('Show tag', 'Ver el tag'), { device: devices[0], tag: tags[0] });
    const filter = { devices: [...devices], tags: [...tags] };
    return chart({ title, description, link }, [history({ legend, ...filter }), alertRegions(filter)], {
      more: timeFrom === undefined ? {} : { timeFrom },
    });
  }

  return dashboard(writer, {
    name: 'what-it-can-show',
    title: say('What it can show', 'Lo que puede mostrar'),
    description: say(
      'Examples of the demo plant: spikes, gaps, bursts and a lost signal.',
      'Ejemplos de la planta de demostración: picos, huecos, ráfagas y una señal perdida.'
    ),
    from: 'now-6h',
    refresh: '10s',
    variables: [],
    rows: [
      {
        height: 9,
        panels: [
          [
            12,
            example({
              title: say('Spikes: air pressure', 'Picos: presión de aire'),
              description: say(
                'A pressure spike lasts one minute and occurs every few hours. The band shows it at any zoom level.',
                'Un pico de presión dura un minuto y aparece cada pocas horas. La banda lo muestra con cualquier zoom.'
              ),
              devices: ['CMP-101'],
              tags: ['presion_descarga'],
            }),
          ],
          [
            12,
            example({
              title: say('Gaps: radio sensor', 'Huecos: sensor de radio'),
              description: say(
                'The sensor occasionally loses its connection. The line is interrupted where readings are missing.',
                'El sensor pierde la conexión de vez en cuando. La línea se interrumpe donde faltan lecturas.'
              ),
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
              title: say('Bursts: control valve', 'Ráfagas: válvula de control'),
              description: say(
                'One reading every 5 minutes, and one every 2 seconds while the valve oscillates.',
                'Una lectura cada 5 minutos, y una cada 2 segundos mientras la válvula oscila.'
              ),
              devices: ['VAL-301'],
              tags: ['posicion'],
            }),
          ],
          [
            12,
            example({
              title: say('Signal lost: chlorine probe', 'Señal perdida: sonda de cloro'),
              description: say(
                'The probe degraded and stopped sending readings days ago, and its alert is still open. The line ends at the last reading.',
                'La sonda se degradó y dejó de enviar lecturas hace días; su alerta sigue abierta. La línea acaba en la última lectura.'
              ),
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
              title: say('Oven: four zones and set point', 'Horno: cuatro zonas y consigna'),
              description: say(
                'One query with several tags of the same unit. The doors open at each product change.',
                'Una consulta con varios tags de la misma unidad. Las puertas se abren en cada cambio de producto.'
              ),
              devices: ['HOR-201'],
              tags: ['temp_zona1', 'temp_zona2', 'temp_zona3', 'temp_zona4', 'consigna_zona1'],
            }),
          ],
          [
            12,
            example({
              title: say('Power by site', 'Potencia por sede'),
              description: say(
                'One query with several devices. The legend shows the sites.',
                'Una consulta con varios dispositivos. La leyenda muestra las sedes.'
              ),
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
