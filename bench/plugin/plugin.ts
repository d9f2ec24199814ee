// The entry point of the measured bundle; see bundlePlugin.ts.
export { connectToApi } from '../../src/grafana/apiConnection.ts';
export { createDataSourceServices } from '../../src/grafana/dataSourceServices.ts';
export { runQuery } from '../../src/kinds/runQuery.ts';
export { resolveSettings } from '../../src/query/dataSourceSettings.ts';
export { panelRequest } from '../../src/testSupport/panelRequest.ts';
export { readingColumns } from '../../src/core/history/rows.ts';
export { createCondition } from '../../src/core/history/signal/condition.ts';
export { loadSignal } from '../../src/core/history/signal/signal.ts';
export { applyPeriodRules, findPeriods } from '../../src/core/history/signal/periods.ts';
export { planSignal } from '../../src/core/history/plan/planSignal.ts';
export { LevelGrid } from '../../src/core/history/levelGrid.ts';
export { ConditionQuestion } from '../../src/core/history/signal/questions.ts';
export { traceSignal } from '../../src/core/history/signal/trace.ts';
