import { type DataFrame, DataTopic, FieldType, LoadingState, type QueryResultMetaNotice } from '@grafana/data';
import { withVisibleEmptiness } from './emptyFrames';
import { info, warning } from './notices';

function fieldless(...notices: QueryResultMetaNotice[]): DataFrame {
  return { refId: 'A', length: 0, fields: [], meta: { notices } };
}

const WITH_FIELDS: DataFrame = {
  length: 0,
  fields: [{ name: 'time', type: FieldType.time, config: {}, values: [] }],
};

it.each(['state-timeline', 'status-history'])('%s has the warnings as errors, and no frame', (visualization) => {
  const response = { data: [fieldless(info('i'), warning('w'))], state: LoadingState.Streaming };
  expect(withVisibleEmptiness(response, visualization)).toEqual({
    data: [],
    errors: [{ refId: 'A', message: 'w' }],
    state: LoadingState.Error,
  });
});

it('keeps the errors of the response, and the state if there is nothing to warn of', () => {
  const errors = [{ refId: 'A', message: 'e' }];
  const failed = { data: [fieldless(warning('w'))], errors, state: LoadingState.Error };
  expect(withVisibleEmptiness(failed, 'state-timeline').errors?.map(({ message }) => message)).toEqual(['e', 'w']);
  const done = { data: [fieldless(info('i'))], state: LoadingState.Done };
  expect(withVisibleEmptiness(done, 'state-timeline')).toEqual({ data: [], state: LoadingState.Done });
});

it.each([
  ['another visualization', 'timeseries', [fieldless(warning('w'))]],
  ['Explore', undefined, [fieldless(warning('w'))]],
  ['frames with fields', 'state-timeline', [fieldless(warning('w')), WITH_FIELDS]],
  ['no frames', 'state-timeline', []],
])('leaves the response for %s as it is', (_, visualization, data) => {
  const response = { data, state: LoadingState.Done };
  expect(withVisibleEmptiness(response, visualization)).toBe(response);
});

describe('a chart of lines, which draws an empty plot of fields without rows', () => {
  const empty = { ...WITH_FIELDS, refId: 'A', meta: { notices: [info('i')] } };
  const mark = { ...WITH_FIELDS, length: 1, meta: { dataTopic: DataTopic.Annotations } };

  it('has no fields if there is no row at all, and keeps the notices', () => {
    const response = { data: [empty, WITH_FIELDS, mark], state: LoadingState.Done };
    expect(withVisibleEmptiness(response, 'timeseries')).toEqual({
      data: [{ ...empty, fields: [] }, { ...WITH_FIELDS, fields: [] }, mark],
      state: LoadingState.Done,
    });
  });

  it.each([
    ['a series with a row', [empty, { ...WITH_FIELDS, length: 1 }], LoadingState.Done, 'timeseries'],
    ['what is still loading', [empty], LoadingState.Streaming, 'timeseries'],
    ['what failed', [empty], LoadingState.Error, 'timeseries'],
    ['another visualization', [empty], LoadingState.Done, 'stat'],
  ])('is left as it is: %s', (_, data, state, visualization) => {
    const response = { data, state };
    expect(withVisibleEmptiness(response, visualization)).toBe(response);
  });
});
