import type { Device } from '../../core/inventory/device';
import { compileTagProfiles } from '../../core/inventory/tagProfile';
import { TAG_TYPE_WORDS } from '../../core/serverWords';
import type { EditorDataSource } from '../shared/editorProps';

/** A small plant: three devices at two sites. */
export const PLANT: readonly Device[] = [
  device('COMP-01', 'Compresor 1', 'compresor', 'Bilbao', 'Aire', [
    ['presion', 'Presión de descarga', 'bar'],
    ['caudal', 'Caudal', 'm³/h'],
  ]),
  device('COMP-02', 'Compresor 2', 'compresor', 'Bilbao', 'Aire', [['presion', 'Presión de descarga', 'bar']]),
  device('HORNO-1', 'Horno de túnel', 'horno', 'Sevilla', 'Hornos', [['temperatura', 'Temperatura de zona 1', '°C']]),
];

/** The data source as editors see it, with the plant as its inventory. */
export function plantSource(devices: readonly Device[] = PLANT, variables: string[] = ['$site', '$device']) {
  return {
    listDevices: async () => devices,
    variableNames: () => variables,
    tagTypes: () => TAG_TYPE_WORDS,
    tagProfiles: () => compileTagProfiles([]),
  } satisfies EditorDataSource;
}

export function device(
  code: string,
  name: string,
  type: string,
  site: string,
  area: string,
  tags: ReadonlyArray<readonly [key: string, name: string, unit: string]>
): Device {
  return {
    code,
    name,
    type,
    site,
    area,
    connection: 'ethernet',
    lastContactEpochMs: undefined,
    tags: tags.map(([key, tagName, unit]) => ({ key, name: tagName, unit, type: 'analogico' })),
  };
}
