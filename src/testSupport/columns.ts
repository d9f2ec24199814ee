import type { DataFrame } from '@grafana/data';

/** The values of a frame's fields, by name; empty without a frame. */
export function columns(frame: DataFrame | undefined): Record<string, unknown[]> {
  return Object.fromEntries(frame?.fields.map(({ name, values }) => [name, values]) ?? []);
}
