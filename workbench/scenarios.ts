/** What the data proxy can do instead of passing an answer on, so that one can see how the plugin shows it. */
export const SCENARIOS = ['empty', 'slow', 'pages', 'error', 'forbidden'] as const;
export type Scenario = (typeof SCENARIOS)[number];

/** The request header in which the page names the scenario. */
export const SCENARIO_HEADER = 'x-workbench-scenario';
