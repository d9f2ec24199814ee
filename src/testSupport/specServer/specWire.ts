import type { Alert } from '../../core/alerts/alert';
import type { DataExport } from '../../core/exports/dataExport';
import type { Device } from '../../core/inventory/device';
import type { LatestValue } from '../../core/latest/latestValue';
import type { ServerBehavior } from './serverBehavior';

/** An item of `alertas`. */
export function wireAlert(alert: Alert, behavior: ServerBehavior): unknown {
  return {
    id: alert.id,
    regla: alert.rule,
    dispositivo: alert.device,
    tag: alert.tag,
    severidad: alert.severity,
    estado: alert.state,
    inicio: behavior.formatTime(alert.startEpochMs),
    abiertaEn: behavior.formatTime(alert.openedEpochMs),
    reconocidaEn: optionalTime(alert.acknowledgedEpochMs, behavior),
    fin: optionalTime(alert.endEpochMs, behavior),
    valorInicio: alert.startValue,
    valorPico: alert.peakValue,
  };
}

/** An item of `dispositivos`. */
export function wireDevice(device: Device, behavior: ServerBehavior): unknown {
  return {
    codigo: device.code,
    nombre: device.name,
    tipo: device.type,
    sede: device.site,
    area: device.area,
    conexion: device.connection,
    ultimoContacto: optionalTime(device.lastContactEpochMs, behavior),
    tags: device.tags.map(({ key, name, unit, type }) => ({ clave: key, nombre: name, unidad: unit, tipo: type })),
  };
}

/** An item of `valores`. */
export function wireValue(value: LatestValue, behavior: ServerBehavior): unknown {
  return {
    dispositivo: value.device,
    tag: value.tag,
    nombre: value.name,
    unidad: value.unit,
    valor: value.value ?? (behavior.unsetTimes === 'null' ? null : undefined),
    ts: optionalTime(value.timeEpochMs, behavior),
  };
}

/** An item of `exportaciones`. */
export function wireExport(dataExport: DataExport, behavior: ServerBehavior): unknown {
  return {
    id: dataExport.id,
    tipo: dataExport.type,
    descripcion: dataExport.description,
    formato: dataExport.format,
    estado: dataExport.state,
    progreso: dataExport.progressPercent,
    filas: dataExport.rows ?? null,
    tamano: dataExport.sizeBytes,
    error: dataExport.error || null,
    creadoEn: optionalTime(dataExport.createdEpochMs, behavior),
    terminadoEn: optionalTime(dataExport.finishedEpochMs, behavior),
    venceEn: optionalTime(dataExport.expiresEpochMs, behavior),
    descarga: dataExport.downloadUrl,
  };
}

function optionalTime(epochMs: number | undefined, behavior: ServerBehavior): string | null | undefined {
  if (epochMs !== undefined) {
    return behavior.formatTime(epochMs);
  }
  return behavior.unsetTimes === 'null' ? null : undefined;
}
