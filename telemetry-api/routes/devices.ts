import { apiKeyOf } from '../http/authentication.ts';
import { timed } from '../http/requestTimes.ts';
import { DevicePage, DevicesQuery } from '../schemas/devices.ts';
import { toNullableDateTime } from '../schemas/values.ts';
import { readDevicePage, type StoredDevice } from '../store/inventory/devicePage.ts';
import type { App } from '../http/appType.ts';
import type { Services } from './services.ts';
import { toPage } from './toPage.ts';

const SCOPE = ['dispositivos'];

/** Lists the active devices of the sites of the key, with their tags. */
export function devicesRoute(app: App, { db, cursors, now, onlineWithinMs }: Services): void {
  app.get(
    '/dispositivos',
    {
      config: { permission: 'dispositivos:leer', problems: ['cursor_invalido'] },
      schema: {
        operationId: 'dispositivos',
        tags: ['telemetria'],
        summary: 'Dispositivos y sus tags',
        description: 'Los dispositivos activos de las sedes de la clave, por código.',
        querystring: DevicesQuery,
        response: { 200: DevicePage },
      },
    },
    async (request) => {
      const { limite, siguiente: cursor } = request.query;
      const after = cursor === undefined ? undefined : String(cursors.decode(SCOPE, cursor)[0]);
      const rows = await readDevicePage(timed(db, request), apiKeyOf(request).siteIds, after, limite + 1);
      const onlineSinceMs = now() - onlineWithinMs;
      const { items, siguiente } = toPage(
        rows,
        limite,
        (row) => toDevice(row, onlineSinceMs),
        ({ code }) => cursors.encode(SCOPE, [code])
      );
      request.rowsSent = items.length;
      return { dispositivos: items, siguiente };
    }
  );
}

function toDevice(row: StoredDevice, onlineSinceMs: number) {
  return {
    codigo: row.code,
    nombre: row.name,
    tipo: row.kind,
    sede: row.site,
    area: row.area,
    conexion: connectionOf(row.lastContactMs, onlineSinceMs),
    ultimoContacto: toNullableDateTime(row.lastContactMs),
    tags: row.tags.map(([clave, nombre, unidad, tipo]) => ({ clave, nombre, unidad, tipo })),
  };
}

function connectionOf(lastContactMs: number | null, onlineSinceMs: number) {
  if (lastContactMs === null) {
    return 'sin_datos' as const;
  }
  return lastContactMs >= onlineSinceMs ? ('en_linea' as const) : ('sin_conexion' as const);
}
