import type { Machine, TagRow } from '../plantModel.ts';
import { sinceShiftStart } from '../signals/calendar.ts';
import { above, lagged, noneOf, product, state, sum, total } from '../signals/responses.ts';
import { sawtooth, wander, wave, windows } from '../signals/sources.ts';

/**
 * Filling or packing line with speed, counts, rejects, jams and format changes.
 * @param perMinute maximum rate @param pieces what it packs, in the plural @param shiftHours local hours at which the count of the shift restarts
 */
export const packagingLine = (
  perMinute: number,
  pieces: string,
  rateUnit: string,
  shiftHours: readonly number[]
): Machine => ({
  kind: 'linea_envasado',
  signals: {
    jam: windows({ everyHours: 100 / 60, minutes: [2, 9], share: 0.8 }),
    formatChange: windows({ everyHours: 11, minutes: [25, 50], share: 0.9 }),
    running: product(above('load', 0.3), noneOf('jam', 'formatChange', 'outage')),
    variation: wander(25),
    /** Share of the maximum rate. */
    pace: sum(0.55, { load: 0.45, variation: 0.03 }, { min: 0.3, max: 1, during: 'running' }),
    quality: wander(4 * 60),
    rejectShare: sum(0.004, { quality: 0.003 }, { min: 0.004 }),
    hourly: sum(0, { pace: 60 * perMinute }),
    counted: total('hourly', 480_000 * perMinute),
    ofShift: sinceShiftStart('counted', shiftHours),
    goodPercent: sum(100, { rejectShare: -100 }),
    torque: sum(14, { pace: 22 }, { during: 'running' }),
    state: state({ formatChange: 3, jam: 2, running: 1 }),
  },
  tags: [
    ['velocidad', 'Velocidad de la línea', rateUnit, 'medida', 1, '5m', sum(0, { pace: perMinute }), 0.01],
    ['produccion_turno', `Producción del turno (${pieces})`, pieces, 'contador', 1, '15m', 'ofShift'],
    ['produccion_total', `Producción total (${pieces})`, pieces, 'contador', 1, '30m', 'counted'],
    ['rechazos', 'Rechazos', pieces, 'contador', 1, '30m', total(product('hourly', 'rejectShare'), 90_000)],
    ['rendimiento', 'Rendimiento (OEE)', '%', 'medida', 0.1, '15m', product('pace', 'goodPercent')],
    ['par_motor', 'Par del motor principal', 'Nm', 'medida', 0.1, '15m', 'torque', 0.015],
    ['estado', 'Estado (0 parada, 1 marcha, 2 atasco, 3 cambio de formato)', '', 'estado', 1, 'on change', 'state'],
  ],
});

/**
 * Baking oven with several zones. At each product change, once every three hours, its doors open and the zones cool down.
 * @param zones set point of each in °C
 */
export const tunnelOven = (...zones: [number, number, ...number[]]): Machine => ({
  kind: 'horno',
  signals: {
    productChange: windows({ everyHours: 3, minutes: [9, 17] }),
    doors: lagged('productChange', 6, 5),
    idle: lagged(noneOf(above('load', 0.3)), 30),
    burner: wander(14),
    cycling: wave(438),
    gas: sum(10.2, { load: 21, doors: 8.5, burner: 1 }),
    belt: sum(1.6, { load: 1.5 }, { during: noneOf('productChange'), otherwise: 0.6 }),
  },
  tags: [
    ...zones.map((target, index): TagRow => {
      const number = index + 1;
      const celsius = sum(target, { idle: -0.2 * target, doors: 7 * index - 46, burner: 0.9, cycling: 1 });
      const cadence = number > 2 ? '15m' : '5m';
      return [`temp_zona${number}`, `Temperatura zona ${number}`, '°C', 'medida', 0.1, cadence, celsius, 0.001];
    }),
    ['consigna_zona1', 'Consigna zona 1', '°C', 'consigna', 1, '30m', zones[0]],
    ['vel_banda', 'Velocidad de banda', 'm/min', 'medida', 0.01, '15m', 'belt'],
    ['caudal_gas', 'Caudal de gas', 'm³/h', 'medida', 0.1, '15m', 'gas'],
    ['gas_total', 'Gas consumido', 'm³', 'contador', 1, '30m', total('gas', 402_700)],
    ['humedad', 'Humedad de la cámara', '%', 'medida', 0.5, '30m', sum(31, { load: 5, doors: -9 }), 0.02],
  ],
});

/** Battery-powered radio room sensor: loses its link, and the readings in that time, once every three hours. */
export const radioSensor = (): Machine => ({
  kind: 'sensor_ambiental',
  signals: {
    room: lagged(sum(17, { ambient: 0.35, load: 5 }), 50),
    air: wander(17 * 60),
    discharge: sawtooth(100 * 24, -50 * 24),
  },
  gaps: windows({ everyHours: 3, minutes: [18, 55] }),
  tags: [
    ['temperatura', 'Temperatura ambiente', '°C', 'medida', 0.1, '5m', 'room', 0.004],
    ['humedad', 'Humedad relativa', '%', 'medida', 0.5, '15m', sum(64, { air: 9, room: -0.6 }, { min: 12, max: 95 })],
    ['bateria', 'Tensión de batería', 'V', 'medida', 0.01, '30m', sum(3.66, { discharge: -0.16 }), 0.001],
  ],
});
