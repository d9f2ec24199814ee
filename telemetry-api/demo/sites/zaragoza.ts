import { every10Seconds } from '../cadences.ts';
import { DAY_MS, HOUR_MS } from '../durations.ts';
import { boiler } from '../machines/boiler.ts';
import { chiller } from '../machines/chiller.ts';
import { compressor } from '../machines/compressor.ts';
import { coolingTower } from '../machines/coolingTower.ts';
import { packagingLine } from '../machines/packagingLine.ts';
import { powerMeter } from '../machines/powerMeter.ts';
import { pump } from '../machines/pump.ts';
import { storageTank } from '../machines/storageTank.ts';
import type { DemoDevice } from '../plantModel.ts';
import { productionLoad, threeShifts } from '../signals/productionLoad.ts';
import { countersStartMs } from '../countersStart.ts';
import { ambientTemperature } from '../signals/weather.ts';

/** A bottling plant in Spain: three shifts, idle from Saturday afternoon to Monday morning. */
export function zaragoza(anchorMs: number): DemoDevice[] {
  const site = { code: 'ZAZ', name: 'Planta Zaragoza', zone: 'Europe/Madrid' };
  const conditions = {
    site,
    anchorMs,
    countersMs: countersStartMs(anchorMs),
    load: productionLoad(site.code, site.zone, threeShifts),
    ambient: ambientTemperature(site.code, site.zone, { mean: 15.5, season: 9.5, day: 5, warmestDay: 203 }),
    mains: { phaseVolts: 230, hertz: 50 },
  };
  const services = 'Servicios';
  const bottling = 'Embotellado';
  return [
    compressor(conditions, {
      code: 'CMP-101',
      name: 'Compresor de aire 1',
      area: services,
      ratedKw: 110,
      share: 1,
      isHeadline: true,
    }),
    compressor(conditions, { code: 'CMP-102', name: 'Compresor de aire 2', area: services, ratedKw: 75, share: 0.7 }),
    // Taken out of service a month ago, so no longer listed.
    retired(
      compressor(conditions, {
        code: 'CMP-100',
        name: 'Compresor de aire antiguo',
        area: services,
        ratedKw: 55,
        share: 0.6,
      }),
      anchorMs - 30 * DAY_MS
    ),
    boiler(conditions, { code: 'CAL-101', name: 'Caldera de vapor', area: 'Sala de calderas' }),
    chiller(conditions, { code: 'ENF-101', name: 'Enfriadora de agua', area: services, ratedKw: 180, supply: 6 }),
    coolingTower(conditions, { code: 'TOR-101', name: 'Torre de refrigeración', area: services }),
    pump(conditions, {
      code: 'BOM-101',
      name: 'Bomba de agua glicolada',
      area: services,
      ratedKw: 22,
      ratedFlow: 95,
      ratedHead: 4.2,
      bearingDays: 16,
      vibration: { cadence: every10Seconds, sinceMs: anchorMs - 2 * DAY_MS + 9.5 * HOUR_MS },
    }),
    storageTank(conditions, {
      code: 'TAN-101',
      name: 'Depósito de jarabe',
      area: bottling,
      kind: 'deposito',
      everyMs: 5.2 * HOUR_MS,
      fillingShare: 0.14,
      lowest: [12, 30],
      highest: [82, 96],
      capacity: { key: 'volumen', name: 'Volumen', unit: 'L', full: 12_000, resolution: 10 },
      temperature: 12,
    }),
    packagingLine(conditions, {
      code: 'LIN-101',
      name: 'Línea de embotellado 1',
      area: bottling,
      piece: { plural: 'botellas', perMinute: 420, rateUnit: 'bot/min' },
      shiftStarts: [6, 14, 22],
      isHeadline: true,
    }),
    powerMeter(conditions, {
      code: 'MED-101',
      name: 'Analizador de red general',
      area: 'Centro de transformación',
      baseKw: 85,
      fullKw: 640,
      isHeadline: true,
    }),
  ];
}

function retired(device: DemoDevice, untilMs: number): DemoDevice {
  return { ...device, active: false, tags: device.tags.map((tag) => ({ ...tag, untilMs })) };
}
