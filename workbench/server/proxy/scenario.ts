import type { IncomingMessage } from 'node:http';
import { SCENARIO_HEADER, SCENARIOS, type Scenario } from '../../scenarios.ts';
import { isObject } from '../jsonShape.ts';

export const SLOW_MS = 3000;
const SMALL_PAGE_ROWS = '100';

export function scenarioOf({ headers }: IncomingMessage): Scenario | undefined {
  return SCENARIOS.find((scenario) => scenario === headers[SCENARIO_HEADER]);
}

/** The answer of a failing data source; undefined if the scenario passes the request on. */
export function failureOf(scenario: Scenario | undefined): { status: number; title: string } | undefined {
  switch (scenario) {
    case 'error':
      return { status: 500, title: 'Error interno' };
    case 'forbidden':
      return { status: 403, title: 'Permiso insuficiente' };
    default:
      return undefined;
  }
}

/** The query string of the request: with small pages, a query needs many of them. */
export function scenarioSearch(scenario: Scenario | undefined, search: string): string {
  const params = new URLSearchParams(search);
  if (scenario !== 'pages' || !params.has('limite')) {
    return search;
  }
  params.set('limite', SMALL_PAGE_ROWS);
  return `?${params}`;
}

/** The answer without its rows and without a next page. */
export function emptied(body: string): string {
  const json: unknown = JSON.parse(body);
  const members = Object.entries(isObject(json) ? json : {}).map(([name, value]) => [
    name,
    Array.isArray(value) ? [] : typeof value === 'string' ? null : value,
  ]);
  return JSON.stringify(Object.fromEntries(members));
}
