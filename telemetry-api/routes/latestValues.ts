import { apiKeyOf } from '../http/authentication.ts';
import { Problem } from '../http/problems/problem.ts';
import { timed } from '../http/requestTimes.ts';
import { LatestValuePage, LatestValuesQuery } from '../schemas/latestValues.ts';
import { toDateTime } from '../schemas/values.ts';
import {
  readLatestOfDevice,
  readLatestPage,
  type LatestPosition,
  type LatestValue,
} from '../store/readings/pages/latestPage.ts';
import type { App } from '../http/appType.ts';
import type { Services } from './services.ts';
import { toPage } from './toPage.ts';

/** Lists the latest value of each tag. */
export function latestValuesRoute(app: App, { db, cursors }: Services): void {
  app.get(
    '/valores',
    {
      config: { permission: 'lecturas:leer', problems: ['cursor_invalido', 'dispositivo_no_encontrado'] },
      schema: {
        operationId: 'valores',
        tags: ['telemetria'],
        summary: 'Último valor de cada tag',
        description: 'De los dispositivos activos, o de uno.',
        querystring: LatestValuesQuery,
        response: { 200: LatestValuePage },
      },
    },
    async (request) => {
      const { dispositivo, limite, siguiente: cursor } = request.query;
      const scope = dispositivo === undefined ? ['valores'] : ['valores', dispositivo];
      const after = cursor === undefined ? undefined : toPosition(cursors.decode(scope, cursor));
      const { siteIds } = apiKeyOf(request);
      const rows =
        dispositivo === undefined
          ? await readLatestPage(timed(db, request), siteIds, after, limite + 1)
          : await readLatestOfDevice(timed(db, request), siteIds, dispositivo, after?.tag, limite + 1);
      if (rows === undefined) {
        throw new Problem('dispositivo_no_encontrado', `No hay ningún dispositivo "${dispositivo}".`, {
          parameter: 'dispositivo',
        });
      }
      const { items, siguiente } = toPage(rows, limite, toValue, ({ device, tag }) =>
        cursors.encode(scope, [device, tag])
      );
      request.rowsSent = items.length;
      return { valores: items, siguiente };
    }
  );
}

function toPosition([device, tag]: readonly unknown[]): LatestPosition {
  return { device: String(device), tag: String(tag) };
}

function toValue(row: LatestValue) {
  return {
    dispositivo: row.device,
    tag: row.tag,
    nombre: row.name,
    unidad: row.unit,
    valor: row.value,
    ts: toDateTime(row.ts),
  };
}
