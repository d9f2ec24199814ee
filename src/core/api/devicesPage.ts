import type { Device, Tag } from '../inventory/device';
import type { EpochMs } from '../time/window';
import {
  asObject,
  identityField,
  instantField,
  type JsonObject,
  listField,
  nextCursorField,
  textField,
} from './fields';

export interface DevicesPage {
  readonly devices: readonly Device[];
  readonly nextCursor: string | undefined;
}

const WHERE = 'v1/dispositivos';

/**
 * Decodes the response of `GET /v1/dispositivos`.
 * @throws TelemetryError `malformed` naming the device and its field
 */
export function decodeDevicesPage(body: unknown): DevicesPage {
  const page = asObject(body, WHERE);
  return {
    devices: listField(page, 'dispositivos', WHERE, decodeDevice),
    nextCursor: nextCursorField(page, WHERE),
  };
}

function decodeDevice(item: unknown, where: string): Device {
  const device = asObject(item, where);
  const code = identityField(device, 'codigo', where);
  // A device without tags may leave the list out.
  const tags = device.tags === undefined || device.tags === null ? [] : listField(device, 'tags', where, decodeTag);
  return {
    code,
    name: textField(device, 'nombre') || code,
    type: textField(device, 'tipo'),
    site: textField(device, 'sede'),
    area: textField(device, 'area'),
    connection: textField(device, 'conexion'),
    lastContactEpochMs: lastContactOf(device, where),
    tags,
  };
}

/** Undefined if it cannot be read: everything is chosen and named by the inventory, which one bad time must not cost. */
function lastContactOf(device: JsonObject, where: string): EpochMs | undefined {
  try {
    return instantField(device, 'ultimoContacto', where);
  } catch {
    return undefined;
  }
}

function decodeTag(item: unknown, where: string): Tag {
  const tag = asObject(item, where);
  const key = identityField(tag, 'clave', where);
  return { key, name: textField(tag, 'nombre') || key, unit: textField(tag, 'unidad'), type: textField(tag, 'tipo') };
}
