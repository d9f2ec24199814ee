/** The largest `limite` that each operation allows. */
export const MAX_PAGE_ROWS = { history: 5000, alerts: 1000, devices: 2000, values: 5000 } as const;
