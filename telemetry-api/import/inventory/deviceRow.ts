import type { Field } from '../file/columns.ts';
import { InputError, type RowError, quoted } from '../values/importErrors.ts';
import type { RawRow } from '../file/rawRow.ts';
import { storedText, storedTextError } from '../values/storedText.ts';
import { checkZone } from '../values/zoneOffsets.ts';

/** The values that one row has for a device and its tags; empty cells are left out. */
export interface ParsedDevice {
  readonly device: string;
  readonly site?: string;
  readonly siteName?: string;
  readonly siteZone?: string;
  readonly area?: string;
  readonly name?: string;
  readonly kind?: string;
  readonly active?: boolean;
  readonly tags: ParsedTag[];
}

export interface ParsedTag {
  readonly key: string;
  readonly name?: string;
  readonly unit?: string;
  readonly kind?: string;
}

const field = (name: string, ...aliases: string[]): Field => ({ name, aliases, required: false });

/**
 * The columns of a devices file, one row per tag: English names, and the API's field names as aliases.
 * `tags` is for NDJSON in the format of GET /v1/dispositivos: one device per line with its tags in an array.
 */
export const DEVICE_FIELDS: readonly Field[] = [
  { ...field('device', 'dispositivo', 'codigo', 'device_code'), required: true },
  field('site', 'sede', 'site_code', 'codigo_sede'),
  field('site_name', 'nombre_sede', 'sede_nombre'),
  field('site_zone', 'zona_horaria', 'zona', 'zone', 'time_zone', 'timezone'),
  field('area'),
  field('name', 'nombre', 'device_name', 'nombre_dispositivo'),
  field('type', 'tipo', 'kind', 'device_type', 'tipo_dispositivo'),
  field('active', 'activo', 'is_active'),
  field('tag', 'clave', 'tag_key', 'variable'),
  field('tag_name', 'nombre_tag'),
  field('unit', 'unidad', 'tag_unit'),
  field('tag_type', 'tipo_tag', 'tag_kind'),
  field('tags'),
];

const ACTIVE_WORDS: ReadonlyMap<string, boolean> = new Map(
  Object.entries({
    ...{ true: true, yes: true, '1': true, si: true, sí: true, activo: true, active: true },
    ...{ false: false, no: false, '0': false, inactivo: false, inactive: false },
  })
);

/** Parses a row whose cells are in the order of `DEVICE_FIELDS`. */
export function deviceRow({ cells }: RawRow): ParsedDevice | RowError {
  const texts: string[] = [];
  for (const [index, { name }] of DEVICE_FIELDS.slice(0, -1).entries()) {
    const cell = cells[index];
    const text = storedText(typeof cell === 'boolean' ? String(cell) : cell, name);
    if (typeof text !== 'string') {
      return text;
    }
    texts.push(text);
  }
  const [device, site, siteName, siteZone, area, name, kind, active, tag, tagName, unit, tagKind] = texts;
  if (!device) {
    return { reason: 'empty device', detail: 'device is empty' };
  }
  const isActive = active ? ACTIVE_WORDS.get(active.toLowerCase()) : undefined;
  if (active && isActive === undefined) {
    return { reason: 'active is not yes or no', detail: `active ${quoted(active)} must be yes or no` };
  }
  const zoneError = siteZone ? zoneErrorOf(siteZone) : undefined;
  if (zoneError) {
    return zoneError;
  }
  const arrayTags = parseTags(cells[DEVICE_FIELDS.length - 1]);
  if ('reason' in arrayTags) {
    return arrayTags;
  }
  const columnTags = tag ? [withoutEmpty({ key: tag, name: tagName, unit, kind: tagKind })] : [];
  return {
    ...withoutEmpty({ device, site, siteName, siteZone, area, name, kind }),
    active: isActive,
    tags: [...columnTags, ...arrayTags],
  };
}

function zoneErrorOf(zone: string): RowError | undefined {
  try {
    checkZone(zone);
    return undefined;
  } catch (error) {
    if (error instanceof InputError) {
      return { reason: 'unknown time zone', detail: `site_zone: ${error.message}` };
    }
    throw error;
  }
}

/** Parses the `tags` array of a device in the API's format: `[{"clave", "nombre", "unidad", "tipo"}]`. */
function parseTags(cell: unknown): ParsedTag[] | RowError {
  if (cell === undefined || cell === null || cell === '') {
    return [];
  }
  const error = {
    reason: 'tags have the wrong shape',
    detail: 'tags must be an array of objects with clave, nombre, unidad and tipo',
  };
  if (!Array.isArray(cell)) {
    return error;
  }
  const tags: ParsedTag[] = [];
  for (const item of cell as unknown[]) {
    const fields = typeof item === 'object' && item !== null ? (item as Record<string, unknown>) : {};
    const text = (...keys: string[]) =>
      keys
        .map((key) => fields[key])
        .find((value) => typeof value === 'string')
        ?.trim();
    const tag = {
      key: text('clave', 'key', 'tag') ?? '',
      name: text('nombre', 'name'),
      unit: text('unidad', 'unit'),
      kind: text('tipo', 'type', 'kind'),
    };
    if (tag.key === '') {
      return error;
    }
    const [invalid] = Object.entries(tag).flatMap(
      ([name, value]) => storedTextError(value ?? '', `tags: ${name}`) ?? []
    );
    if (invalid !== undefined) {
      return invalid;
    }
    tags.push(withoutEmpty(tag));
  }
  return tags;
}

/** Leaves out empty values, so that an empty cell keeps what is stored. */
function withoutEmpty<T extends object>(fields: T): T {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== '')) as T;
}
