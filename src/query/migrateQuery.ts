import { QUERY_VERSION } from './telemetryQuery';

type Saved = Readonly<Record<string, unknown>>;

/** The fields of a saved query as the current version names them; or its version, when that is newer than this plugin's. */
export type MigratedQuery =
  { readonly kind: 'fields'; readonly fields: Saved } | { readonly kind: 'newerVersion'; readonly version: number };

/**
 * Brings a saved query to the current version. A hand-written query has no version and is taken as the current one; it may
 * use the names of version 1 as well.
 */
export function migrateQuery(saved: Saved): MigratedQuery {
  const { version } = saved;
  if (typeof version === 'number' && version > QUERY_VERSION) {
    return { kind: 'newerVersion', version };
  }
  return { kind: 'fields', fields: fromVersion1(saved) };
}

/** Version 1 called `noCache` `fresh` at first. */
function fromVersion1({ fresh, ...saved }: Saved): Saved {
  return typeof saved.noCache === 'boolean' || fresh !== true ? saved : { ...saved, noCache: true };
}
