import type { DashboardFile } from '../dashboard.ts';
import type { Panel } from '../panels.ts';

/** The data source of the panels of a dashboard, and what Grafana needs to find it. */
export interface DashboardSource {
  readonly datasource: unknown;
  readonly fields: Readonly<Record<string, unknown>>;
}

/**
 * A dashboard that Grafana can share with visitors: its server answers the saved queries as they are, so they cannot have variables,
 * and the data source cannot be one. Visitors cannot open other dashboards either.
 */
export function forVisitors(file: DashboardFile, { datasource, fields }: DashboardSource): DashboardFile {
  return {
    ...file,
    ...fields,
    links: [],
    templating: { list: [] },
    panels: file.panels.map((panel) => ({ ...withoutAnyLink(withoutVariables(panel) as Panel), datasource })),
  };
}

/** Nor with the links that the data source gives its fields, such as that of an alert to Explore. */
function withoutAnyLink(panel: Panel): Panel {
  const { fieldConfig } = panel as { readonly fieldConfig?: { readonly overrides?: readonly unknown[] } };
  return fieldConfig === undefined
    ? panel
    : { ...panel, fieldConfig: { ...fieldConfig, overrides: [...(fieldConfig.overrides ?? []), WITHOUT_LINKS] } };
}

/** A property without a value takes away what the data source has set. */
const WITHOUT_LINKS = {
  matcher: { id: 'byRegexp', options: '/.*/' },
  properties: [{ id: 'links', value: null }],
};

/** Without the members that lead elsewhere, name the data source, or filter by variables. */
function withoutVariables(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value
      .filter((item) => !isVariable(item) && !isLinkProperty(item))
      .map(withoutVariables)
      .filter((item) => !isEmptyOverride(item));
  }
  if (typeof value !== 'object' || value === null) {
    return value;
  }
  const members = Object.entries(value)
    .filter(([key, member]) => key !== 'links' && key !== 'datasource' && !isVariableList(member))
    .map(([key, member]) => [key, withoutVariables(member)] as const);
  return Object.fromEntries(members);
}

function isVariable(item: unknown): boolean {
  return typeof item === 'string' && item.startsWith('$');
}

function isVariableList(member: unknown): boolean {
  return Array.isArray(member) && member.length > 0 && member.every(isVariable);
}

function isLinkProperty(item: unknown): boolean {
  return typeof item === 'object' && item !== null && 'id' in item && item.id === 'links';
}

function isEmptyOverride(item: unknown): boolean {
  return (
    typeof item === 'object' &&
    item !== null &&
    'properties' in item &&
    Array.isArray(item.properties) &&
    item.properties.length === 0
  );
}
