import { HOUR_MS } from '../durations.ts';
import { chiller } from '../machines/chiller.ts';
import { compressor } from '../machines/compressor.ts';
import { exhaustFan } from '../machines/exhaustFan.ts';
import { packagingLine } from '../machines/packagingLine.ts';
import { powerMeter } from '../machines/powerMeter.ts';
import { radioSensor } from '../machines/radioSensor.ts';
import { storageTank } from '../machines/storageTank.ts';
import { tunnelOven } from '../machines/tunnelOven.ts';
import type { DemoDevice } from '../plantModel.ts';
import { neverStops, productionLoad } from '../signals/productionLoad.ts';
import { countersStartMs } from '../countersStart.ts';
import { ambientTemperature } from '../signals/weather.ts';

/** A bakery in Mexico with continuous operation. */
export function queretaro(anchorMs: number): DemoDevice[] {
  const site = { code: 'QRO', name: 'Planta Querétaro', zone: 'America/Mexico_City' };
  const conditions = {
    site,
    anchorMs,
    countersMs: countersStartMs(anchorMs),
    load: productionLoad(site.code, site.zone, neverStops),
    ambient: ambientTemperature(site.code, site.zone, { mean: 18.5, season: 3.2, day: 6.5, warmestDay: 135 }),
    mains: { phaseVolts: 127, hertz: 60 },
  };
  const baking = 'Horneado';
  const packing = 'Empaque';
  return [
    tunnelOven(conditions, {
      code: 'HOR-201',
      name: 'Horno túnel 1',
      area: baking,
      zones: [238, 252, 246, 221],
      isHeadline: true,
    }),
    tunnelOven(conditions, { code: 'HOR-202', name: 'Horno túnel 2', area: baking, zones: [205, 214] }),
    exhaustFan(conditions, { code: 'EXT-201', name: 'Extractor de humos', area: baking }),
    compressor(conditions, { code: 'CMP-201', name: 'Compresor de aire', area: 'Servicios', ratedKw: 45, share: 0.9 }),
    chiller(conditions, { code: 'ENF-201', name: 'Enfriadora de masa', area: 'Servicios', ratedKw: 62, supply: 2 }),
    storageTank(conditions, {
      code: 'SIL-201',
      name: 'Silo de harina',
      area: 'Materias primas',
      kind: 'silo',
      everyMs: 31 * HOUR_MS,
      fillingShare: 0.05,
      lowest: [14, 28],
      highest: [78, 94],
      capacity: { key: 'peso', name: 'Peso de harina', unit: 't', full: 40, resolution: 0.1 },
      temperature: 21,
    }),
    packagingLine(conditions, {
      code: 'LIN-201',
      name: 'Línea de empaque 1',
      area: packing,
      piece: { plural: 'cajas', perMinute: 38, rateUnit: 'cajas/min' },
      shiftStarts: [7, 15, 23],
    }),
    radioSensor(conditions, { code: 'SEN-201', name: 'Sensor ambiental de empaque', area: packing }),
    powerMeter(conditions, {
      code: 'MED-201',
      name: 'Medidor de acometida',
      area: 'Subestación',
      baseKw: 60,
      fullKw: 410,
    }),
  ];
}
