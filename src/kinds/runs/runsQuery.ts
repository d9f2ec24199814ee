import { ALIGNMENTS } from '../../core/runs/elapsed';
import { CONDITION_FIELDS } from '../../query/condition';
import { choiceField, listField, objectField, switchField, textField, variableChoiceField } from '../../query/fields';
import { FOUND_RUNS_FIELDS } from '../../query/foundRuns';
import { defaultQuery, FILTER_FIELDS, type QueryOf, SERIES_FIELDS, SIGNAL_FIELDS } from '../../query/savedQuery';

export const RUNS_FORMATS = ['auto', 'overlay', 'envelope', 'table', 'deviation'] as const;
export type RunsFormat = (typeof RUNS_FORMATS)[number];

export const RUNS_FIELDS = {
  ...FILTER_FIELDS,
  devices: listField('Device codes'),
  tags: listField('Tag keys that are compared'),
  runTag: textField('', 'The tag key that says when runs begin and end'),
  runDevice: textField('', 'The device of `runTag`; empty: each device has its own runs'),
  runsBy: FOUND_RUNS_FIELDS.runsBy,
  condition: objectField(CONDITION_FIELDS, 'When a run begins and ends'),
  minDuration: textField('', 'Shorter runs do not count, such as `10m`; empty: all do'),
  joinWithin: textField('', 'Interruptions up to this long do not end a run, such as `30s`; empty: all do'),
  count: FOUND_RUNS_FIELDS.count,
  run: textField(
    '',
    'The run that is compared with the others: the value that it has, or a time in it; `last` or empty: the last one'
  ),
  reference: listField(
    'The runs that it is compared with, each as in `run`; `*` or none: all others whose start and end are known'
  ),
  align: variableChoiceField(
    ALIGNMENTS,
    'start',
    'Where runs are laid over each other. `start`: at their starts. `end`: at their ends. `stretch`: at both, from 0 to 100 %'
  ),
  format: choiceField(
    RUNS_FORMATS,
    'auto',
    '`auto`: by the visualization. `overlay`: a line for each run. `envelope`: what the reference runs had, and the compared run over it. `table`: a row for each run. `deviation`: how far the compared run is outside what the reference runs had, now and at most so far'
  ),
  ...SIGNAL_FIELDS,
  ...SERIES_FIELDS,
  noCache: switchField('Bypasses the cache: every refresh requests all data from the server'),
};

/** The executions of a process, laid over each other. */
export type RunsQuery = QueryOf<'runs', typeof RUNS_FIELDS>;

export const DEFAULT_RUNS_QUERY = defaultQuery('runs', RUNS_FIELDS);

export type ShownRunsFormat = Exclude<RunsFormat, 'auto'>;

/** Of an alert rule, numbers; else what the visualization can show. */
export function shownFormat(
  { format }: Pick<RunsQuery, 'format'>,
  { visualization, isCalculated }: { readonly visualization: string | undefined; readonly isCalculated: boolean }
): ShownRunsFormat {
  return format !== 'auto' ? format : isCalculated ? 'deviation' : (FORMATS[visualization ?? 'table'] ?? 'deviation');
}

const FORMATS: Readonly<Record<string, ShownRunsFormat>> = {
  table: 'table',
  trend: 'overlay',
  xychart: 'overlay',
  timeseries: 'overlay',
};

/** True for a visualization whose axis is time: runs are drawn where the compared run is. */
export function hasTimeAxis(visualization: string | undefined): boolean {
  return visualization === undefined || visualization === 'timeseries';
}
