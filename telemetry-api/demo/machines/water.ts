import type { Machine } from '../plantModel.ts';
import { lagged, power, product, sum } from '../signals/responses.ts';
import { type TankCycle, onset, sawtooth, spikes, tankCycle, wander, wave, windows } from '../signals/sources.ts';

interface TankOptions {
  readonly cycle: TankCycle;
  /** The tag of its content, and the content when full. */
  readonly content: readonly [key: string, name: string, unit: string, resolution: number];
  readonly full: number;
  /** Temperature of the product; the ambient temperature affects it. */
  readonly celsius: number;
}

/** Tank or silo that is emptied by use and refilled. Content and level are the same quantity in two units. */
export const storageTank = (kind: string, { cycle, content, full, celsius }: TankOptions): Machine => {
  const [key, name, unit, resolution] = content;
  return {
    kind,
    signals: {
      level: tankCycle(cycle),
      product: lagged(sum(0.88 * celsius, { ambient: 0.12 }), 6 * 60),
    },
    tags: [
      ['nivel', 'Nivel', '%', 'medida', 0.1, '5m', 'level', 0.002],
      [key, name, unit, 'medida', resolution, '15m', sum(0, { level: full / 100 })],
      ['temperatura', 'Temperatura del producto', '°C', 'medida', 0.1, '30m', 'product', 0.004],
    ],
  };
};

/** Membrane filter for water: clogs for five days until it is washed; air bubbles disturb its turbidity meter. */
export const membraneFilter = (): Machine => ({
  kind: 'filtro_membrana',
  signals: {
    dirt: sawtooth(5 * 24, -4.3 * 24),
    clogging: power('dirt', 1.6),
    water: wander(9 * 60),
    bubble: spikes({ everyHours: 3, minutes: [1.02, 1.98] }),
    lostPressure: sum(0.34, { load: 0.18, clogging: 1.25 }),
    turbidity: sum(0.21, { water: 0.06, dirt: 0.1, bubble: 3.4 }, { min: 0.05 }),
    salinity: sum(212, { water: 24, dirt: 20 }),
    flow: product(sum(22, { load: 52 }), sum(1, { dirt: -0.22 })),
  },
  tags: [
    ['presion_diferencial', 'Presión diferencial', 'bar', 'medida', 0.01, '5m', 'lostPressure', 0.01],
    ['turbidez', 'Turbidez a la salida', 'NTU', 'medida', 0.01, '1m', 'turbidity', 0.05],
    ['caudal_permeado', 'Caudal de permeado', 'm³/h', 'medida', 0.1, '15m', 'flow', 0.006],
    ['conductividad', 'Conductividad del permeado', 'µS/cm', 'medida', 1, '30m', 'salinity', 0.007],
    ['temp_agua', 'Temperatura del agua', '°C', 'medida', 0.1, '30m', sum(11.4, { ambient: 0.15 })],
  ],
});

/** Chlorine and pH dosing. Its chlorine probe fades before it fails; its replacement was never connected. */
export const dosingUnit = ({ probeFadesAtHours }: { probeFadesAtHours: number }): Machine => ({
  kind: 'dosificador',
  signals: {
    demand: wander(3 * 60),
    acid: wander(40),
    electrode: wander(14 * 24 * 60),
    fading: onset(probeFadesAtHours, 6.5),
    chlorine: product(sum(0.72, { demand: 0.07, load: -0.08 }), sum(1, { fading: -0.93 })),
  },
  tags: [
    ['ph', 'pH a la salida', 'pH', 'medida', 0.01, '5m', sum(7.35, { acid: 0.12, electrode: 0.08 }), 0.0014],
    ['redox', 'Potencial redox', 'mV', 'medida', 1, '15m', sum(684, { demand: 22, load: -14 }), 0.003],
    ['cloro_libre', 'Cloro libre', 'mg/L', 'medida', 0.01, '5m', 'chlorine', 0.011],
    ['caudal_dosis', 'Caudal de dosificación', 'L/h', 'medida', 0.01, '30m', sum(1.1, { load: 2.7, demand: 0.1 })],
    ['cloro_libre_2', 'Cloro libre (sonda de reserva)', 'mg/L', 'medida', 0.01, '5m', 'chlorine', 0.011],
  ],
});

/** Pressure control valve that oscillates once every three hours; its positioner then logs every two seconds. */
export const controlValve = (): Machine => ({
  kind: 'valvula_control',
  signals: {
    hunting: windows({ everyHours: 3, minutes: [3, 7] }),
    swing: product('hunting', wave(23)),
    demand: wander(30),
    target: sum(22, { load: 58, demand: 4 }, { min: 5, max: 95 }),
    outlet: sum(3.8, { demand: 0.05, swing: 0.35 }),
    position: sum(0, { target: 1, swing: 17 }, { min: 0, max: 100 }),
  },
  tags: [
    ['posicion', 'Posición', '%', 'medida', 0.1, { denseDuring: 'hunting' }, 'position', 0.003],
    ['consigna', 'Consigna de posición', '%', 'consigna', 0.1, '30m', 'target'],
    ['presion_salida', 'Presión a la salida', 'bar', 'medida', 0.01, '30m', 'outlet', 0.0025],
  ],
});
