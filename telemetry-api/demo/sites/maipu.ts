import { everyMinute, everySecond } from '../cadences.ts';
import { DAY_MS, HOUR_MS } from '../durations.ts';
import { controlValve } from '../machines/controlValve.ts';
import { dosingUnit } from '../machines/dosingUnit.ts';
import { membraneFilter } from '../machines/membraneFilter.ts';
import { powerMeter } from '../machines/powerMeter.ts';
import { pump } from '../machines/pump.ts';
import { storageTank } from '../machines/storageTank.ts';
import type { DemoDevice } from '../plantModel.ts';
import { productionLoad, waterDemand } from '../signals/productionLoad.ts';
import { countersStartMs } from '../countersStart.ts';
import { ambientTemperature } from '../signals/weather.ts';

/** A waterworks in Chile: follows the demand of a town, with summer in January. */
export function maipu(anchorMs: number): DemoDevice[] {
  const site = { code: 'MAI', name: 'Planta de agua Maipú', zone: 'America/Santiago' };
  const conditions = {
    site,
    anchorMs,
    countersMs: countersStartMs(anchorMs),
    load: productionLoad(site.code, site.zone, waterDemand),
    ambient: ambientTemperature(site.code, site.zone, { mean: 14.5, season: 6.5, day: 7, warmestDay: 17 }),
    mains: { phaseVolts: 220, hertz: 50 },
  };
  const intake = 'Captación';
  const treatment = 'Tratamiento';
  return [
    pump(conditions, {
      code: 'BOM-301',
      name: 'Bomba de pozo 1',
      area: intake,
      ratedKw: 90,
      ratedFlow: 210,
      ratedHead: 8.6,
      bearingDays: 12,
      // The fast logger was installed the day before the seeding.
      vibration: { cadence: everySecond, sinceMs: anchorMs - 1 * DAY_MS + 12 * HOUR_MS },
    }),
    pump(conditions, {
      code: 'BOM-302',
      name: 'Bomba de pozo 2',
      area: intake,
      ratedKw: 90,
      ratedFlow: 205,
      ratedHead: 8.4,
      bearingDays: 14,
      // Its link failed the day before the seeding and is still down.
      untilMs: anchorMs - 1 * DAY_MS + 16.7 * HOUR_MS,
    }),
    membraneFilter(conditions, { code: 'FIL-301', name: 'Filtro de membranas', area: treatment }),
    dosingUnit(conditions, { code: 'DOS-301', name: 'Dosificación de cloro y pH', area: treatment }),
    controlValve(conditions, { code: 'VAL-301', name: 'Válvula reguladora de red', area: 'Distribución' }),
    storageTank(conditions, {
      code: 'TAN-301',
      name: 'Depósito de agua tratada',
      area: 'Distribución',
      kind: 'deposito',
      everyMs: 4.4 * HOUR_MS,
      fillingShare: 0.4,
      lowest: [24, 41],
      highest: [84, 97],
      capacity: { key: 'volumen', name: 'Volumen', unit: 'm³', full: 1_800, resolution: 1 },
      levelCadence: everyMinute,
      temperature: 14,
    }),
    powerMeter(conditions, {
      code: 'MED-301',
      name: 'Medidor de acometida',
      area: 'Subestación',
      baseKw: 25,
      fullKw: 205,
    }),
  ];
}
