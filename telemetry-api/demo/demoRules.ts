import { MINUTE_MS } from './durations.ts';
import type { AlertRule } from './alertRule.ts';

/** Most alerts are acknowledged within the hour; some end before. */
const WATCHED = { share: 0.75, fromMs: 2 * MINUTE_MS, toMs: 45 * MINUTE_MS };
const WATCHED_CLOSELY = { share: 0.95, fromMs: MINUTE_MS, toMs: 9 * MINUTE_MS };
const UNWATCHED = { share: 0, fromMs: 0, toMs: 0 };

type Limits = Pick<AlertRule, 'limit' | 'hysteresis'> & { minutes: number };

const above = (device: string, tag: string, name: string, { minutes, ...limits }: Limits): AlertRule => ({
  ...{ device, tag, name, side: 'above', severity: 'warning', acknowledged: WATCHED, delayMs: minutes * MINUTE_MS },
  ...limits,
});
const below = (device: string, tag: string, name: string, limits: Limits): AlertRule => ({
  ...above(device, tag, name, limits),
  side: 'below',
});
const critical = (rule: AlertRule): AlertRule => ({ ...rule, severity: 'critical', acknowledged: WATCHED_CLOSELY });
const info = (rule: AlertRule): AlertRule => ({ ...rule, severity: 'info' });
const unacknowledged = (rule: AlertRule): AlertRule => ({ ...rule, acknowledged: UNWATCHED });

/** The rules of all alerts of the demo plant, applied to the stored readings. None uses a tag with a fast logger. */
export const DEMO_RULES: readonly AlertRule[] = [
  critical(below('CMP-101', 'presion_descarga', 'Presión de aire baja', { limit: 6.2, hysteresis: 0.3, minutes: 2 })),
  info(above('CMP-101', 'presion_descarga', 'Golpe de presión', { limit: 8.4, hysteresis: 0.5, minutes: 0 })),
  above('CMP-101', 'temp_aceite', 'Aceite caliente', { limit: 79, hysteresis: 3, minutes: 10 }),
  critical(below('CMP-102', 'presion_descarga', 'Presión de aire baja', { limit: 6.2, hysteresis: 0.3, minutes: 0 })),
  critical(below('CAL-101', 'presion_vapor', 'Presión de vapor baja', { limit: 7.2, hysteresis: 0.4, minutes: 0 })),
  above('ENF-101', 'temp_impulsion', 'Agua fría por encima de consigna', { limit: 8, hysteresis: 0.8, minutes: 5 }),
  unacknowledged(
    above('TOR-101', 'conductividad', 'Conductividad alta', { limit: 1950, hysteresis: 250, minutes: 30 })
  ),
  critical(above('BOM-101', 'temp_rodamiento', 'Rodamiento caliente', { limit: 70, hysteresis: 5, minutes: 0 })),
  below('TAN-101', 'nivel', 'Nivel bajo de jarabe', { limit: 20, hysteresis: 5, minutes: 0 }),
  info(above('MED-101', 'potencia_activa', 'Máxima demanda', { limit: 690, hysteresis: 30, minutes: 5 })),
  below('HOR-201', 'temp_zona1', 'Zona 1 fría', { limit: 215, hysteresis: 8, minutes: 3 }),
  above('EXT-201', 'vibracion', 'Vibración alta', { limit: 5, hysteresis: 1.2, minutes: 15 }),
  above('CMP-201', 'vibracion', 'Vibración alta', { limit: 5.5, hysteresis: 1, minutes: 30 }),
  above('ENF-201', 'temp_impulsion', 'Agua fría por encima de consigna', { limit: 4, hysteresis: 0.8, minutes: 5 }),
  below('SIL-201', 'nivel', 'Silo casi vacío', { limit: 20, hysteresis: 6, minutes: 0 }),
  info(above('SEN-201', 'temperatura', 'Sala calurosa', { limit: 30, hysteresis: 1, minutes: 20 })),
  unacknowledged(
    critical(above('BOM-302', 'temp_rodamiento', 'Rodamiento caliente', { limit: 85, hysteresis: 6, minutes: 0 }))
  ),
  above('FIL-301', 'presion_diferencial', 'Filtro colmatado', { limit: 1.3, hysteresis: 0.5, minutes: 15 }),
  info(above('FIL-301', 'turbidez', 'Turbidez alta', { limit: 3.3, hysteresis: 2, minutes: 0 })),
  critical(below('DOS-301', 'cloro_libre', 'Cloro libre bajo', { limit: 0.3, hysteresis: 0.15, minutes: 10 })),
  above('DOS-301', 'ph', 'pH alto', { limit: 7.6, hysteresis: 0.08, minutes: 10 }),
  info(below('TAN-301', 'nivel', 'Reserva de agua baja', { limit: 30, hysteresis: 4, minutes: 1 })),
];
