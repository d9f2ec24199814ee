import { NEVER_STOPS, THREE_SHIFTS, WATER_DEMAND } from './loadPlans.ts';
import { packagingLine, radioSensor, tunnelOven } from './machines/production.ts';
import { boiler, chiller, compressor, coolingTower, exhaustFan, powerMeter, pump } from './machines/utilities.ts';
import { controlValve, dosingUnit, membraneFilter, storageTank } from './machines/water.ts';
import { device, type SiteDeclaration } from './plantModel.ts';

/** A bottling plant in Spain: three shifts, idle from Saturday afternoon to Monday morning. */
const ZARAGOZA: SiteDeclaration = {
  ...{ code: 'ZAZ', name: 'Planta Zaragoza', zone: 'Europe/Madrid', plan: THREE_SHIFTS },
  climate: { mean: 15.5, season: 9.5, day: 5, warmestDay: 203 },
  mains: { phaseVolts: 230, hertz: 50 },
  // On the third day before the seeding: everything stops, and more alarms come at once than an operator can deal with.
  outage: { fromHours: -64.2, minutes: 16 },
  devices: [
    device('CMP-101', 'Compresor de aire 1', 'Servicios', compressor(110, { share: 1 }), {
      // It got a fast logger two days before the seeding.
      loggers: { presion_descarga: { cadence: '1m' }, corriente: { cadence: '10s', fromHours: -48 } },
    }),
    device('CMP-102', 'Compresor de aire 2', 'Servicios', compressor(75, { share: 0.7, restsBelowLoad: 0.15 })),
    // Taken out of service a month ago.
    device('CMP-100', 'Compresor de aire antiguo', 'Servicios', compressor(55, { share: 0.6, restsBelowLoad: 0.15 }), {
      ...{ isRetired: true, untilHours: -30 * 24 },
    }),
    device('CAL-101', 'Caldera de vapor', 'Sala de calderas', boiler()),
    device('ENF-101', 'Enfriadora de agua', 'Servicios', chiller({ ratedKw: 180, supply: 6 }), {
      loggers: { caudal: { cadence: '5m' } },
    }),
    device('TOR-101', 'Torre de refrigeración', 'Servicios', coolingTower()),
    device('BOM-101', 'Bomba de agua glicolada', 'Servicios', pump(22, { flow: 95, head: 4.2, bearingDays: 16 }), {
      loggers: { vibracion: { cadence: '10s', fromHours: -38.5 } },
    }),
    device(
      'TAN-101',
      'Depósito de jarabe',
      'Embotellado',
      storageTank('deposito', {
        cycle: { everyHours: 5.2, fillingShare: 0.14, lowest: [12, 30], highest: [82, 96] },
        content: ['volumen', 'Volumen', 'L', 10],
        ...{ full: 12_000, celsius: 12 },
      })
    ),
    device('LIN-101', 'Línea de embotellado 1', 'Embotellado', packagingLine(420, 'botellas', 'bot/min', [6, 14, 22]), {
      loggers: { velocidad: { cadence: '1m' } },
    }),
    device(
      'MED-101',
      'Analizador de red general',
      'Centro de transformación',
      powerMeter({ baseKw: 85, fullKw: 640 }),
      {
        loggers: {
          potencia_activa: { cadence: '1m' },
          ...{ tension_l1: { cadence: '5m' }, tension_l2: { cadence: '5m' }, tension_l3: { cadence: '5m' } },
          frecuencia: { cadence: '5m' },
        },
      }
    ),
  ],
};

/** A bakery in Mexico with continuous operation. */
const QUERETARO: SiteDeclaration = {
  ...{ code: 'QRO', name: 'Planta Querétaro', zone: 'America/Mexico_City', plan: NEVER_STOPS },
  climate: { mean: 18.5, season: 3.2, day: 6.5, warmestDay: 135 },
  mains: { phaseVolts: 127, hertz: 60 },
  devices: [
    device('HOR-201', 'Horno túnel 1', 'Horneado', tunnelOven(238, 252, 246, 221), {
      loggers: { temp_zona1: { cadence: '1m' } },
    }),
    device('HOR-202', 'Horno túnel 2', 'Horneado', tunnelOven(205, 214)),
    device('EXT-201', 'Extractor de humos', 'Horneado', exhaustFan()),
    device('CMP-201', 'Compresor de aire', 'Servicios', compressor(45, { share: 0.9 })),
    device('ENF-201', 'Enfriadora de masa', 'Servicios', chiller({ ratedKw: 62, supply: 2 })),
    device(
      'SIL-201',
      'Silo de harina',
      'Materias primas',
      storageTank('silo', {
        cycle: { everyHours: 31, fillingShare: 0.05, lowest: [14, 28], highest: [78, 94] },
        content: ['peso', 'Peso de harina', 't', 0.1],
        ...{ full: 40, celsius: 21 },
      })
    ),
    device('LIN-201', 'Línea de empaque 1', 'Empaque', packagingLine(38, 'cajas', 'cajas/min', [7, 15, 23])),
    device('SEN-201', 'Sensor ambiental de empaque', 'Empaque', radioSensor()),
    device('MED-201', 'Medidor de acometida', 'Subestación', powerMeter({ baseKw: 60, fullKw: 410 })),
  ],
};

/** A waterworks in Chile: follows the demand of a town, with summer in January. */
const MAIPU: SiteDeclaration = {
  ...{ code: 'MAI', name: 'Planta de agua Maipú', zone: 'America/Santiago', plan: WATER_DEMAND },
  climate: { mean: 14.5, season: 6.5, day: 7, warmestDay: 17 },
  mains: { phaseVolts: 220, hertz: 50 },
  devices: [
    device('BOM-301', 'Bomba de pozo 1', 'Captación', pump(90, { flow: 210, head: 8.6, bearingDays: 12 }), {
      // It got a fast logger the day before the seeding.
      loggers: { vibracion: { cadence: '1s', fromHours: -12 } },
    }),
    device(
      'BOM-302',
      'Bomba de pozo 2',
      'Captación',
      pump(90, { flow: 205, head: 8.4, bearingDays: 14, failsAtHours: -7.3 }),
      {
        // Its link failed with its bearing, and is still down.
        untilHours: -7.3,
      }
    ),
    device('FIL-301', 'Filtro de membranas', 'Tratamiento', membraneFilter()),
    device('DOS-301', 'Dosificación de cloro y pH', 'Tratamiento', dosingUnit({ probeFadesAtHours: -93.6 }), {
      // One probe failed four days before the seeding; its replacement is in the inventory, but was never connected.
      loggers: {
        ...{ cloro_libre: { untilHours: -86.6 }, cloro_libre_2: { untilHours: -Infinity } },
        // The electrode is dirty, and says the same since the evening before.
        ph: { stuckFromHours: -9.4 },
      },
    }),
    device('VAL-301', 'Válvula reguladora de red', 'Distribución', controlValve()),
    device(
      'TAN-301',
      'Depósito de agua tratada',
      'Distribución',
      storageTank('deposito', {
        cycle: { everyHours: 4.4, fillingShare: 0.4, lowest: [24, 41], highest: [84, 97] },
        content: ['volumen', 'Volumen', 'm³', 1],
        ...{ full: 1_800, celsius: 14 },
      }),
      { loggers: { nivel: { cadence: '1m' } } }
    ),
    device('MED-301', 'Medidor de acometida', 'Subestación', powerMeter({ baseKw: 25, fullKw: 205 })),
  ],
};

/** All sites of the demo plant. */
export const SITES: readonly SiteDeclaration[] = [ZARAGOZA, QUERETARO, MAIPU];
