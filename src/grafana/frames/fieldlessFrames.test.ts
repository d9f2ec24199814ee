import { type DataFrame, FieldType, LoadingState, type QueryResultMetaNotice } from '@grafana/data';
import { withoutFieldlessFrames } from './fieldlessFrames';
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
  expect(withoutFieldlessFrames(response, visualization)).toEqual({
    data: [],
    errors: [{ refId: 'A', message: 'w' }],
    state: LoadingState.Error,
  });
});

it('keeps the errors of the response, and the state if there is nothing to warn of', () => {
  const errors = [{ refId: 'A', message: 'e' }];
  const failed = { data: [fieldless(warning('w'))], errors, state: LoadingState.Error };
  expect(withoutFieldlessFrames(failed, 'state-timeline').errors?.map(({ message }) => message)).toEqual(['e', 'w']);
  const done = { data: [fieldless(info('i'))], state: LoadingState.Done };
  expect(withoutFieldlessFrames(done, 'state-timeline')).toEqual({ data: [], state: LoadingState.Done });
});

it.each([
  ['another visualization', 'timeseries', [fieldless(warning('w'))]],
  ['Explore', undefined, [fieldless(warning('w'))]],
  ['frames with fields', 'state-timeline', [fieldless(warning('w')), WITH_FIELDS]],
  ['no frames', 'state-timeline', []],
])('leaves the response for %s as it is', (_, visualization, data) => {
  const response = { data, state: LoadingState.Done };
  expect(withoutFieldlessFrames(response, visualization)).toBe(response);
});
