import type { Alert } from '../core/alerts/alert';
import type { Device } from '../core/inventory/device';
import type { SpecDecisions } from './specDecisions';

/** An item of `alertas`. */
export function wireAlert(alert: Alert, decisions: SpecDecisions): unknown {
  return {
    id: alert.id,
    regla: alert.rule,
    dispositivo: alert.device,
    tag: alert.tag,
    severidad: alert.severity,
    estado: alert.state,
    inicio: decisions.writeTime(alert.startEpochMs),
    abiertaEn: decisions.writeTime(alert.openedEpochMs),
    reconocidaEn: maybeTime(alert.acknowledgedEpochMs, decisions),
    fin: maybeTime(alert.endEpochMs, decisions),
    valorInicio: alert.startValue,
    valorPico: alert.peakValue,
  };
}

/** An item of `dispositivos`. */
export function wireDevice(device: Device, decisions: SpecDecisions): unknown {
  return {
    codigo: device.code,
    nombre: device.name,
    tipo: device.type,
    sede: device.site,
    area: device.area,
    conexion: device.connection,
    ultimoContacto: maybeTime(device.lastContactEpochMs, decisions),
    tags: device.tags.map(({ key, name, unit, type }) => ({ clave: key, nombre: name, unidad: unit, tipo: type })),
  };
}

function maybeTime(epochMs: number | undefined, decisions: SpecDecisions): string | null | undefined {
  if (epochMs !== undefined) {
    return decisions.writeTime(epochMs);
  }
  return decisions.unreached === 'null' ? null : undefined;
}
