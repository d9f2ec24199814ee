import type { AlertRule } from './alertRule.ts';
import { MINUTE_MS } from '../../durations.ts';

/** How often and when operators acknowledge an alert. Most are acknowledged within the hour; some end before. */
const ACKNOWLEDGED = {
  info: { share: 0.75, fromMs: 2 * MINUTE_MS, toMs: 45 * MINUTE_MS },
  warning: { share: 0.75, fromMs: 2 * MINUTE_MS, toMs: 45 * MINUTE_MS },
  critical: { share: 0.95, fromMs: MINUTE_MS, toMs: 9 * MINUTE_MS },
  always: { share: 1, fromMs: MINUTE_MS, toMs: 9 * MINUTE_MS },
  never: { share: 0, fromMs: 0, toMs: 0 },
};

type Rule = readonly [
  device: string,
  tag: string,
  name: string,
  severity: AlertRule['severity'],
  side: AlertRule['side'],
  limit: number,
  hysteresis: number,
  delayMinutes: number,
  acknowledged?: keyof typeof ACKNOWLEDGED,
];

const RULES: readonly Rule[] = [
  ['CMP-101', 'presion_descarga', 'Presión de aire baja', 'critical', 'below', 6.2, 0.3, 2],
  ['CMP-101', 'presion_descarga', 'Golpe de presión', 'info', 'above', 8.4, 0.5, 0],
  ['CMP-101', 'temp_aceite', 'Aceite caliente', 'warning', 'above', 79, 3, 10],
  ['CMP-102', 'presion_descarga', 'Presión de aire baja', 'critical', 'below', 6.2, 0.3, 0],
  ['CMP-101', 'estado', 'Disparo del compresor', 'warning', 'above', 1.5, 0.4, 0],
  ['CMP-102', 'estado', 'Disparo del compresor', 'warning', 'above', 1.5, 0.4, 0],
  ['CAL-101', 'caudal_gas', 'Quemador apagado', 'warning', 'below', 10, 10, 0],
  ['CAL-101', 'presion_vapor', 'Presión de vapor baja', 'critical', 'below', 7.2, 0.4, 0],
  ['ENF-101', 'temp_impulsion', 'Agua fría por encima de consigna', 'warning', 'above', 8, 0.8, 5],
  ['ENF-101', 'presion_alta', 'Presión de alta baja', 'warning', 'below', 7.6, 0.2, 0],
  ['ENF-101', 'caudal', 'Sin caudal de agua', 'warning', 'below', 20, 10, 0],
  ['TOR-101', 'conductividad', 'Conductividad alta', 'warning', 'above', 2100, 250, 30, 'never'],
  ['BOM-101', 'temp_rodamiento', 'Rodamiento caliente', 'critical', 'above', 70, 5, 0],
  ['BOM-101', 'caudal', 'Caudal bajo', 'warning', 'below', 20, 10, 0],
  ['BOM-101', 'presion_impulsion', 'Presión de impulsión baja', 'warning', 'below', 0.5, 0.3, 0],
  ['TAN-101', 'nivel', 'Nivel bajo de jarabe', 'warning', 'below', 20, 5, 0],
  ['MED-101', 'potencia_activa', 'Máxima demanda', 'info', 'above', 690, 30, 5],
  ['MED-101', 'potencia_activa', 'Sin suministro eléctrico', 'critical', 'below', 20, 20, 0],
  ['MED-101', 'tension_l1', 'Subtensión L1', 'warning', 'below', 207, 5, 0],
  ['MED-101', 'tension_l2', 'Subtensión L2', 'warning', 'below', 207, 5, 0],
  ['MED-101', 'tension_l3', 'Subtensión L3', 'warning', 'below', 207, 5, 0],
  ['MED-101', 'frecuencia', 'Frecuencia baja', 'warning', 'below', 49, 0.5, 0],
  ['HOR-201', 'temp_zona1', 'Zona 1 fría', 'warning', 'below', 215, 8, 3],
  ['EXT-201', 'vibracion', 'Vibración alta', 'warning', 'above', 5, 1.2, 15],
  ['CMP-201', 'vibracion', 'Vibración alta', 'warning', 'above', 5.5, 1, 30],
  ['ENF-201', 'temp_impulsion', 'Agua fría por encima de consigna', 'warning', 'above', 4, 0.8, 5],
  ['SIL-201', 'nivel', 'Silo casi vacío', 'warning', 'below', 20, 6, 0],
  ['SEN-201', 'temperatura', 'Sala calurosa', 'info', 'above', 30, 1, 20],
  ['BOM-302', 'temp_rodamiento', 'Rodamiento caliente', 'critical', 'above', 85, 6, 0, 'never'],
  ['FIL-301', 'presion_diferencial', 'Filtro colmatado', 'warning', 'above', 1.3, 0.5, 15],
  ['FIL-301', 'turbidez', 'Turbidez alta', 'info', 'above', 3.3, 2, 0],
  ['DOS-301', 'cloro_libre', 'Cloro libre bajo', 'critical', 'below', 0.3, 0.15, 10, 'always'],
  ['DOS-301', 'ph', 'pH alto', 'warning', 'above', 7.6, 0.08, 10],
  ['TAN-301', 'nivel', 'Reserva de agua baja', 'info', 'below', 30, 4, 1],
];

/** The rules of all alerts of the demo plant, applied to the stored readings. None uses a tag with a fast logger. */
export const DEMO_RULES: readonly AlertRule[] = RULES.map(
  ([device, tag, name, severity, side, limit, hysteresis, delayMinutes, acknowledged = severity]) => ({
    ...{ device, tag, name, severity, side, limit, hysteresis },
    delayMs: delayMinutes * MINUTE_MS,
    acknowledged: ACKNOWLEDGED[acknowledged],
  })
);
