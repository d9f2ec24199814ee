import type { Queryable } from '../database/queryable.ts';
import type { Severity } from './alerts.ts';
import type { VisibleSites } from '../inventory/findTag.ts';

export interface StoredAlert {
  readonly id: string;
  readonly rule: string;
  readonly device: string;
  readonly tag: string;
  readonly severity: Severity;
  readonly startedMs: number;
  readonly openedMs: number;
  readonly acknowledgedMs: number | null;
  readonly endedMs: number | null;
  readonly startValue: number;
  readonly peakValue: number;
}

export interface AlertRequest {
  readonly sites: VisibleSites;
  /** Alerts opened in [fromMs, toMs). */
  readonly fromMs: number;
  readonly toMs: number;
  /** Only alerts that have not ended, acknowledged or not. */
  readonly onlyOpen: boolean;
  /** The last alert of the previous page. */
  readonly after: { readonly ms: number; readonly id: string } | undefined;
  readonly count: number;
}

const MAX_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** Alerts in ascending order of opening time, then id. */
export async function readAlertPage(db: Queryable, request: AlertRequest): Promise<StoredAlert[]> {
  // The first page starts after the greatest id of the previous ms, so that one bound serves all pages.
  const after = request.after ?? { ms: request.fromMs - 1, id: MAX_ID };
  const { rows } = await db.query<StoredAlert>({
    name: request.onlyOpen ? 'open-alert-page' : 'alert-page',
    text: `
SELECT a.id, a.rule, d.code AS device, t.key AS tag, a.severity, a.started_ms AS "startedMs", a.opened_ms AS "openedMs",
  a.acknowledged_ms AS "acknowledgedMs", a.ended_ms AS "endedMs", a.start_value AS "startValue", a.peak_value AS "peakValue"
FROM alert a JOIN tag t ON t.id = a.tag_id JOIN device d ON d.id = t.device_id
WHERE ${request.onlyOpen ? 'a.ended_ms IS NULL AND ' : ''}(a.opened_ms, a.id) > ($1::int8, $2::uuid) AND a.opened_ms < $3
  AND ($4::int[] IS NULL OR d.site_id = ANY ($4))
ORDER BY a.opened_ms, a.id LIMIT $5`,
    values: [after.ms, after.id, request.toMs, request.sites, request.count],
  });
  return rows;
}
