import type { Machine } from '../plantModel.ts';
import { above, current, lagged, noneOf, power, product, state, sum, total, wear } from '../signals/responses.ts';
import { onset, sawtooth, spikes, tankCycle, wander, wave, windows } from '../signals/sources.ts';

/**
 * Air screw compressor: follows the site's load, trips every few days, and its air end wears. While it is stopped, the pressure falls.
 * @param share of the site's load @param restsBelowLoad site load below which it runs a third of the time, to hold the pressure
 */
export const compressor = (
  ratedKw: number,
  { share, restsBelowLoad = 0 }: { share: number; restsBelowLoad?: number }
): Machine => ({
  kind: 'compresor',
  signals: {
    trip: windows({ everyHours: 96, minutes: [18, 70], share: 0.85 }),
    restCycle: sawtooth(0.2),
    resting: product(noneOf(above('load', restsBelowLoad)), above('restCycle', 1 / 3)),
    running: noneOf('trip', 'resting', 'outage'),
    demand: wander(6),
    loading: sum(0.18, { load: 0.78 * share, demand: 0.04 }, { min: 0.2, max: 1, during: 'running' }),
    power: sum(0.24 * ratedKw, { loading: 0.76 * ratedKw }, { during: 'running' }),
    receiver: lagged(sum(7.25, { load: -0.35 }, { during: 'running' }), 1.5, 75),
    // Alternates between loading and idling.
    swing: wave(97),
    hammer: spikes({ everyHours: 3, minutes: [1.1, 1.5] }),
    pulsation: sum(0, { swing: 0.16, hammer: 1.3 }, { during: 'running' }),
    pressure: sum(0, { receiver: 1, pulsation: 1 }),
    oil: lagged(sum(46, { loading: 24, ambient: 0.45 }, { during: 'running', otherwise: 'ambient' }), 22),
    airEndAge: sawtooth(23 * 24),
    airEndWear: wear('airEndAge'),
    vibration: sum(1.4, { loading: 0.8, airEndWear: 4.6 }, { during: 'running', otherwise: 0.05 }),
  },
  tags: [
    ['presion_descarga', 'Presión de descarga', 'bar', 'medida', 0.01, '5m', 'pressure', 0.004],
    ['temp_aceite', 'Temperatura del aceite', '°C', 'medida', 0.1, '5m', 'oil', 0.002],
    ['temp_descarga', 'Temperatura de descarga', '°C', 'medida', 0.5, '15m', sum(0, { oil: 1, loading: 15 })],
    ['corriente', 'Corriente del motor', 'A', 'medida', 0.1, '15m', current('power', 0.87), 0.003],
    ['potencia', 'Potencia activa', 'kW', 'medida', 0.1, '15m', 'power'],
    ['energia', 'Energía activa', 'kWh', 'contador', 1, '30m', total('power', 184_320 * share)],
    ['vibracion', 'Vibración del bloque', 'mm/s', 'medida', 0.01, '30m', 'vibration', 0.04],
    ['horas_marcha', 'Horas de marcha', 'h', 'contador', 0.1, '30m', total('running', 21_480 * share)],
    [
      'estado',
      'Estado (0 parado, 1 marcha, 2 disparo)',
      '',
      'estado',
      1,
      'on change',
      state({ trip: 2, outage: 2, running: 1 }),
    ],
  ],
});

/** Steam boiler on gas: pressure held at 8.5 bar, occasional burner lockouts, on-off feed water pump. */
export const boiler = (): Machine => ({
  kind: 'caldera',
  signals: {
    lockout: windows({ everyHours: 72, minutes: [9, 25], share: 0.8 }),
    burning: noneOf('lockout', 'outage'),
    cooling: lagged(noneOf('burning'), 14, 8),
    draw: wander(11),
    firing: sum(0.16, { load: 0.72, draw: 0.06 }, { min: 0.12, max: 1, during: 'burning' }),
    pressure: sum(8.5, { draw: -0.22, cooling: -2.9 }),
    flue: lagged(sum(158, { firing: 62 }, { during: 'burning', otherwise: 130 }), 9),
    // The feed pump starts at 48 % and stops at 62 %.
    water: tankCycle({ everyHours: 13 / 60, fillingShare: 0.32, lowest: [48, 48], highest: [62, 62] }),
    gas: sum(0, { firing: 265 }),
    probe: wander(14 * 24 * 60),
    excessAir: sum(5, { firing: -1.9, probe: 0.5 }, { during: 'burning', otherwise: 20.9 }),
    blowdown: wander(7 * 60),
  },
  tags: [
    ['presion_vapor', 'Presión de vapor', 'bar', 'medida', 0.01, '5m', 'pressure', 0.0025],
    ['consigna_presion', 'Consigna de presión', 'bar', 'consigna', 0.1, '30m', 8.5],
    ['temp_humos', 'Temperatura de humos', '°C', 'medida', 0.5, '5m', 'flue', 0.003],
    ['nivel_agua', 'Nivel de agua', '%', 'medida', 0.5, '5m', 'water', 0.007],
    ['caudal_gas', 'Caudal de gas', 'm³/h', 'medida', 0.1, '5m', 'gas', 0.005],
    ['gas_total', 'Gas consumido', 'm³', 'contador', 1, '30m', total('gas', 1_204_600)],
    ['o2_humos', 'Oxígeno en humos', '%', 'medida', 0.1, '15m', 'excessAir', 0.005],
    ['conductividad', 'Conductividad del agua', 'µS/cm', 'medida', 10, '30m', sum(2650, { blowdown: 320 }), 0.01],
  ],
});

/** Chiller for cold water or glycol: its power follows load and weather; its condenser fan fails occasionally. @param supply outlet in °C */
export const chiller = ({ ratedKw, supply }: { ratedKw: number; supply: number }): Machine => ({
  kind: 'enfriadora',
  signals: {
    fanFault: windows({ everyHours: 60, minutes: [25, 80], share: 0.7 }),
    heating: lagged('fanFault', 20, 15),
    variation: wander(17),
    isOn: noneOf('outage'),
    cooling: sum(-0.066, { load: 0.62, ambient: 0.012, variation: 0.03 }, { min: 0.08, max: 1, during: 'isOn' }),
    overload: sum(-0.85, { cooling: 1 }, { min: 0 }),
    condenser: lagged(sum(8.62, { ambient: 0.16, cooling: 3.2, heating: 5.5 }, { during: 'isOn', otherwise: 5.5 }), 5),
    power: product('cooling', sum(0.608 * ratedKw, { condenser: 0.012 * ratedKw })),
    leaving: lagged(sum(supply, { overload: 2.6, heating: 3.4 }), 12),
    hunting: wave(565),
    supply: sum(0, { leaving: 1, hunting: 0.25 }),
    return: sum(1.4, { leaving: 1, cooling: 4.6 }),
    flow: sum(0.34 * ratedKw, { load: 0.1 * ratedKw }, { during: 'isOn' }),
  },
  tags: [
    ['temp_impulsion', 'Temperatura de impulsión', '°C', 'medida', 0.1, '5m', 'supply', 0.01],
    ['temp_retorno', 'Temperatura de retorno', '°C', 'medida', 0.1, '5m', 'return', 0.008],
    ['consigna_temp', 'Consigna de impulsión', '°C', 'consigna', 0.1, '30m', supply],
    ['caudal', 'Caudal de agua', 'm³/h', 'medida', 0.1, '15m', 'flow', 0.007],
    ['presion_alta', 'Presión de alta', 'bar', 'medida', 0.05, '5m', 'condenser', 0.006],
    ['potencia', 'Potencia activa', 'kW', 'medida', 0.1, '15m', 'power'],
    ['energia', 'Energía activa', 'kWh', 'contador', 1, '30m', total('power', ratedKw * 3120)],
  ],
});

/**
 * Cooling tower. Its blowdown valve sticks: salt builds up for six days until it is cleaned. The plant is seeded during the fifth
 * day, so that there is an open alert, of two and a half days in the end.
 */
export const coolingTower = (): Machine => ({
  kind: 'torre_refrigeracion',
  signals: {
    humidity: wander(19 * 60),
    basin: lagged(sum(14, { ambient: 0.42, load: 5.5, humidity: 1.2 }), 40),
    fan: sum(-136, { basin: 8 }, { min: 20, max: 100, during: noneOf('outage') }),
    saltAge: sawtooth(6 * 24, -4.4 * 24),
    salt: power('saltAge', 0.5),
    electrode: wander(14 * 24 * 60),
  },
  tags: [
    ['temp_balsa', 'Temperatura de balsa', '°C', 'medida', 0.1, '5m', 'basin', 0.004],
    ['conductividad', 'Conductividad', 'µS/cm', 'medida', 5, '5m', sum(1150, { salt: 1250 }), 0.009],
    ['ph', 'pH de la balsa', 'pH', 'medida', 0.01, '30m', sum(8.1, { electrode: 0.25 }), 0.0025],
    ['vel_ventilador', 'Velocidad del ventilador', '%', 'medida', 1, '15m', 'fan'],
  ],
});

interface PumpOptions {
  /** m³/h and bar at full speed */
  readonly flow: number;
  readonly head: number;
  /** Days between bearing replacements, for which it stops three hours. */
  readonly bearingDays: number;
  /** When its bearing fails, in hours from the seeding: late in its life. It runs hot for the two hours before. */
  readonly failsAtHours?: number;
}

/** Centrifugal pump with a frequency drive: affinity laws, water hammer once every three hours, bearing wear. */
export const pump = (ratedKw: number, { flow, head, bearingDays, failsAtHours }: PumpOptions): Machine => ({
  kind: 'bomba',
  signals: {
    // A replacement during the failure would end its alert.
    bearingAge: sawtooth(
      bearingDays * 24,
      failsAtHours === undefined ? undefined : failsAtHours - 0.9 * bearingDays * 24
    ),
    bearingWear: wear('bearingAge'),
    running: product(above('bearingAge', 3 / (bearingDays * 24)), noneOf('outage')),
    failure: failsAtHours === undefined ? 0 : onset(failsAtHours - 2, 2),
    valves: wander(8),
    hammer: spikes({ everyHours: 3, minutes: [0.07, 0.2] }),
    speed: sum(0.52, { load: 0.44, valves: 0.02 }, { min: 0.5, max: 1, during: 'running' }),
    speedCubed: power('speed', 3),
    flow: product('speed', sum(flow, { valves: -0.05 * flow })),
    head: product(power('speed', 2), sum(head, { valves: 0.03 * head })),
    pressure: sum(0, { head: 1, hammer: 2.2 }, { during: 'running' }),
    power: sum(0.06 * ratedKw, { speedCubed: 0.94 * ratedKw }, { during: 'running' }),
    friction: sum(18, { speed: 16, bearingWear: 22, failure: 70 }, { during: 'running' }),
    bearing: lagged(sum(0, { ambient: 1, friction: 1 }), 35),
    vibration: sum(
      0.9,
      { speed: 0.9, bearingWear: 6.2, failure: 5, hammer: 5.5 },
      { during: 'running', otherwise: 0.04 }
    ),
  },
  tags: [
    ['caudal', 'Caudal', 'm³/h', 'medida', 0.1, '5m', 'flow', 0.005],
    ['presion_impulsion', 'Presión de impulsión', 'bar', 'medida', 0.01, '5m', 'pressure', 0.002],
    ['frecuencia', 'Frecuencia del variador', 'Hz', 'medida', 0.1, '15m', product('hertz', 'speed')],
    ['corriente', 'Corriente del motor', 'A', 'medida', 0.1, '15m', current('power', 0.84), 0.003],
    ['temp_rodamiento', 'Temperatura del rodamiento', '°C', 'medida', 0.1, '15m', 'bearing', 0.002],
    ['vibracion', 'Vibración del rodamiento', 'mm/s', 'medida', 0.01, '30m', 'vibration', 0.1],
    ['volumen_total', 'Volumen bombeado', 'm³', 'contador', 1, '30m', total('flow', 2600 * flow)],
  ],
});

/** Belt-driven exhaust fan: grease on its blades increases the vibration until it is cleaned. */
export const exhaustFan = (): Machine => ({
  kind: 'ventilador',
  signals: {
    speed: sum(0.55, { load: 0.4 }),
    speedSquared: power('speed', 2),
    speedCubed: power('speed', 3),
    slip: wander(10 * 60),
    rpm: product('speed', sum(1760, { slip: 7 })),
    greaseAge: sawtooth(9 * 24),
    imbalance: wear('greaseAge'),
    power: sum(1.1, { speedCubed: 9.9 }),
  },
  tags: [
    ['vibracion', 'Vibración', 'mm/s', 'medida', 0.01, '5m', sum(1.1, { speed: 1.2, imbalance: 5.2 }), 0.06],
    ['velocidad', 'Velocidad de giro', 'rpm', 'medida', 1, '15m', 'rpm'],
    ['corriente', 'Corriente del motor', 'A', 'medida', 0.1, '30m', current('power', 0.82), 0.003],
    ['presion_conducto', 'Depresión en el conducto', 'Pa', 'medida', 1, '30m', sum(0, { speedSquared: 310 }), 0.012],
  ],
});

/** Main power meter of a site, with its power at idle and at full load: follows the load, and the weather because of the cooling. */
export const powerMeter = ({ baseKw, fullKw }: { baseKw: number; fullKw: number }): Machine => ({
  kind: 'medidor_electrico',
  signals: {
    slow: wander(35),
    quick: wander(4),
    grid: wander(5 * 60),
    activity: product('load', sum(1, { slow: 0.03, quick: 0.04 })),
    heat: sum(-0.08 * fullKw, { ambient: 0.004 * fullKw }, { min: 0 }),
    isOn: noneOf('outage'),
    power: sum(baseKw, { activity: fullKw - baseKw, heat: 1 }, { during: 'isOn' }),
    powerFactor: sum(0.83, { load: 0.13, slow: 0.008 }, { min: 0.7, max: 0.99 }),
    frequency: product('hertz', 'isOn', sum(1, { quick: 0.0004 })),
    volts: product('phaseVolts', 'isOn', sum(1.012, { grid: 0.009, load: -0.016 })),
    amps: current('power', 'powerFactor'),
  },
  tags: [
    ['potencia_activa', 'Potencia activa total', 'kW', 'medida', 0.1, '5m', 'power'],
    ['energia_activa', 'Energía activa total', 'kWh', 'contador', 1, '30m', total('power', fullKw * 5200)],
    ['tension_l1', 'Tensión L1', 'V', 'medida', 0.1, '30m', sum(0, { volts: 0.998 }), 0.0008],
    ['tension_l2', 'Tensión L2', 'V', 'medida', 0.1, '30m', 'volts', 0.0008],
    ['tension_l3', 'Tensión L3', 'V', 'medida', 0.1, '30m', sum(0, { volts: 1.002 }), 0.0008],
    ['corriente_l1', 'Corriente L1', 'A', 'medida', 0.5, '30m', sum(0, { amps: 0.98 }), 0.004],
    ['corriente_l2', 'Corriente L2', 'A', 'medida', 0.5, '30m', 'amps', 0.004],
    ['corriente_l3', 'Corriente L3', 'A', 'medida', 0.5, '30m', sum(0, { amps: 1.02 }), 0.004],
    ['factor_potencia', 'Factor de potencia', '', 'medida', 0.001, '15m', 'powerFactor'],
    ['frecuencia', 'Frecuencia de red', 'Hz', 'medida', 0.001, '15m', 'frequency', 0.0001],
  ],
});
