import { SCENARIO_HEADER, SCENARIOS, type Scenario } from '../scenarios.ts';

const KEY = 'workbench.scenario';

/** The scenario of this tab; undefined if the data proxy passes requests on. */
export function currentScenario(): Scenario | undefined {
  return SCENARIOS.find((scenario) => scenario === sessionStorage.getItem(KEY));
}

/** Reloads the page, because the plugin caches what it has. The scenario applies to this tab only. */
export function startScenario(scenario: string) {
  sessionStorage.setItem(KEY, scenario);
  window.location.reload();
}

/** `fetch` with the name of the scenario for the data proxy. */
export const fetchInScenario: typeof fetch = (input, init) => {
  const headers = new Headers(init?.headers);
  const scenario = currentScenario();
  if (scenario) {
    headers.set(SCENARIO_HEADER, scenario);
  }
  return window.fetch(input, { ...init, headers });
};
