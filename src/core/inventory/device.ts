import {
  asObject,
  decodeListPage,
  identityField,
  instantField,
  type JsonObject,
  listField,
  textField,
} from '../api/fields';
import { OPERATIONS } from '../api/operations';
import type { ListPage } from '../api/pages';
import type { EpochMs } from '../time/window';

/** A machine or instrument with its tags. The API leaves the values of type and connection open. */
export interface Device {
  /** The `dispositivo` parameter of the other operations. */
  readonly code: string;
  /** In an inventory, no other device has it. */
  readonly name: string;
  readonly type: string;
  readonly site: string;
  readonly area: string;
  readonly connection: string;
  /** Undefined when the server does not report it. */
  readonly lastContactEpochMs: EpochMs | undefined;
  readonly tags: readonly Tag[];
}

/** One measured variable of a device. */
export interface Tag {
  /** The `tag` parameter of the history operation. */
  readonly key: string;
  readonly name: string;
  readonly unit: string;
  readonly type: string;
}

/** Devices by their code, to find those of many series. */
export function devicesByCode(devices: readonly Device[]): ReadonlyMap<string, Device> {
  return new Map(devices.map((device) => [device.code, device]));
}

/** A device of which only the code is known: it was decommissioned, or the key may not read the inventory. */
export function unlistedDevice(code: string): Device {
  return { code, name: code, type: '', site: '', area: '', connection: '', lastContactEpochMs: undefined, tags: [] };
}

/**
 * Decodes a page of devices.
 * @throws TelemetryError `malformed` naming the device and its field
 */
export function decodeDevicesPage(body: unknown): ListPage<Device> {
  return decodeListPage(body, OPERATIONS.devices.path, 'dispositivos', decodeDevice);
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
    lastContactEpochMs: readLastContact(device, where),
    tags,
  };
}

/** Undefined if it cannot be read: everything is chosen and named by the inventory, which one bad time must not cost. */
function readLastContact(device: JsonObject, where: string): EpochMs | undefined {
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
