import { apiKeyOf } from '../http/authentication.ts';
import { walkRange } from '../http/parameters/rangeWalk.ts';
import { timed } from '../http/requestTimes.ts';
import { AlertPage, AlertsQuery } from '../schemas/alerts.ts';
import { toDateTime, toNullableDateTime } from '../schemas/values.ts';
import { readAlertPage, type StoredAlert } from '../store/alerts/alertPage.ts';
import type { App } from '../http/appType.ts';
import type { Services } from './services.ts';
import { toPage } from './toPage.ts';

const WEEK_MS = 7 * 86_400_000;
const SEVERITY = { info: 'info', warning: 'advertencia', critical: 'critica' } as const;

/** Lists alerts by opening time. */
export function alertsRoute(app: App, { db, cursors, now }: Services): void {
  app.get(
    '/alertas',
    {
      config: { permission: 'alertas:leer', problems: ['rango_invalido', 'cursor_invalido'] },
      schema: {
        operationId: 'alertas',
        tags: ['telemetria'],
        summary: 'Alertas',
        description: 'Las alertas que se abrieron de `desde` inclusive a `hasta` exclusive, por apertura ascendente.',
        querystring: AlertsQuery,
        response: { 200: AlertPage },
      },
    },
    async (request) => {
      const { estado, limite } = request.query;
      const walk = walkRange(cursors, ['alertas', estado], request.query, now(), WEEK_MS);
      const rows = await readAlertPage(timed(db, request), {
        sites: apiKeyOf(request).siteIds,
        fromMs: walk.fromMs,
        toMs: walk.toMs,
        onlyOpen: estado === 'abiertas',
        after: walk.after,
        count: limite + 1,
      });
      const { items, siguiente } = toPage(rows, limite, toAlert, ({ openedMs, id }) => walk.next(openedMs, id));
      request.rowsSent = items.length;
      return { alertas: items, siguiente };
    }
  );
}

function toAlert(row: StoredAlert) {
  return {
    id: row.id,
    regla: row.rule,
    dispositivo: row.device,
    tag: row.tag,
    severidad: SEVERITY[row.severity],
    estado: stateOf(row),
    inicio: toDateTime(row.startedMs),
    abiertaEn: toDateTime(row.openedMs),
    reconocidaEn: toNullableDateTime(row.acknowledgedMs),
    fin: toNullableDateTime(row.endedMs),
    valorInicio: row.startValue,
    valorPico: row.peakValue,
  };
}

function stateOf({ endedMs, acknowledgedMs }: StoredAlert) {
  if (endedMs !== null) {
    return 'cerrada' as const;
  }
  return acknowledgedMs === null ? ('abierta' as const) : ('reconocida' as const);
}
