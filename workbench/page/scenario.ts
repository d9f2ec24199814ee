/** What the data proxy does to requests, see server/proxy/scenario.ts; `normal` passes them on. */
export const SCENARIOS = ['normal', 'empty', 'slow', 'pages', 'error', 'forbidden'] as const;
export type Scenario = (typeof SCENARIOS)[number];

const KEY = 'workbench.scenario';
const HEADER = 'x-workbench-scenario';

export function currentScenario(): Scenario {
  return SCENARIOS.find((scenario) => scenario === sessionStorage.getItem(KEY)) ?? 'normal';
}

/** Reloads the page, because the plugin caches what it has. The scenario applies to this tab only. */
export function startScenario(scenario: Scenario) {
  sessionStorage.setItem(KEY, scenario);
  window.location.reload();
}

/** `fetch` with the name of the scenario for the data proxy. */
export const fetchInScenario: typeof fetch = (input, init) => {
  const scenario = currentScenario();
  if (scenario === 'normal') {
    return window.fetch(input, init);
  }
  const headers = new Headers(init?.headers);
  headers.set(HEADER, scenario);
  return window.fetch(input, { ...init, headers });
};
