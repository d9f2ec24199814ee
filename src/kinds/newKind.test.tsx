import '../editors/test/jsdomLayout';
import { type DataFrame, LoadingState } from '@grafana/data';
import { render, screen } from '@testing-library/react';
import React from 'react';
import { lastValueFrom } from 'rxjs';
import type { KindEditor, KindFieldsProps } from '../editors/shared/kindEditor';
import { RadioField } from '../editors/shared/RadioField';
import { plantSource } from '../editors/test/plant';
import { renderEditor } from '../editors/test/renderEditor';
import { IndependentRun } from '../grafana/query/queryRun';
import { choiceField, countField, listField, templateField, textField } from '../query/fields';
import { defaultQuery, FILTER_FIELDS, type QueryOf } from '../query/savedQuery';
import { dataSourceServices, panelRequest } from '../testSupport/panelRequest';
import { createTestClient } from '../testSupport/testClient';
import { changeKind } from './changeKind';
import { type Kind, runEach } from './kind';
import { KIND_EDITORS } from './kindEditors';
import { KINDS, type QueryKind, type TelemetryQuery } from './kinds';
import { isComplete, normalizeQuery, queryText } from './normalizeQuery';
import { QueryEditor } from './editor/QueryEditor';
import { QueryHelp } from './editor/QueryHelp';
import { querySchema } from './querySchema';
import { runQuery } from './runQuery';

/* A kind that only this test knows: what its folder would have, and its line in each registry. */

const ECHO_FIELDS = {
  ...FILTER_FIELDS,
  words: listField('Words'),
  separator: textField('-', 'Between the words'),
  size: choiceField(['small', 'large'], 'small', 'Of the letters'),
  times: countField(2, 'How often'),
  title: templateField('The name of the frame'),
};

type EchoQuery = QueryOf<'echo', typeof ECHO_FIELDS>;

const ECHO: Kind<EchoQuery> = {
  fields: ECHO_FIELDS,
  usesTimeZone: false,
  inRules: { size: 'large' },
  optionTexts: ({ words, size }) => [words.join(' '), size],
  createRuns: runEach(
    ({ refId, words, separator, times, title }) =>
      new IndependentRun(refId, 'table', () => {
        const text = Array.from({ length: times }, () => words.join(separator)).join(' ');
        return Promise.resolve([{ refId, name: `${title}: ${text}`, fields: [], length: 1 }]);
      })
  ),
};

const ECHO_EDITOR: KindEditor<EchoQuery> = {
  label: () => 'Echo',
  description: () => 'Says it again',
  Fields: ({ query, apply }: KindFieldsProps<EchoQuery>) => (
    <RadioField
      label="Size"
      options={[
        { value: 'small', label: 'Small' },
        { value: 'large', label: 'Large' },
      ]}
      value={query.size}
      onChange={(size) => apply({ ...query, size })}
    />
  ),
  examples: () => [{ title: 'Say it twice', explanation: 'What an echo does.', query: { words: ['hello'] } }],
  exampleSettings: ({ words }) => [['Words', words?.join(' ')]],
};

const SAVED = { refId: 'A', kind: 'echo', words: '$words', separator: ' + ', times: 0, title: 'Of $words' };

/** In the type of saved queries, which does not have the kind. */
function known(query: object): TelemetryQuery {
  return query as TelemetryQuery;
}

const kinds = KINDS as unknown as Record<string, Kind>;
const editors = KIND_EDITORS as Record<string, KindEditor>;

beforeAll(() => {
  kinds.echo = ECHO;
  editors.echo = ECHO_EDITOR;
});

afterAll(() => {
  delete kinds.echo;
  delete editors.echo;
});

describe('a new kind is a line in each registry, and', () => {
  it('its saved queries are normalized, described and published', () => {
    const query = known(normalizeQuery(SAVED));
    expect(query).toEqual({
      ...defaultQuery('echo', ECHO_FIELDS),
      refId: 'A',
      words: ['$words'],
      separator: '+',
      title: 'Of $words',
    });
    expect(isComplete(query)).toBe(true);
    expect(queryText(query)).toBe('echo · $words · small');
    expect(JSON.stringify(querySchema())).toContain('Between the words');
  });

  it('they are run with the values of variables', async () => {
    const services = dataSourceServices(
      createTestClient({ devices: [], alerts: [], values: [], exports: [] } as never)
    );
    const request = panelRequest({ fromEpochMs: 0, toEpochMs: 1000 }, [known(SAVED)]);
    const interpolate = (text: string) =>
      text.includes('$words') ? ['a', 'b'].map((value) => text.replace('$words', value)) : [text];
    const { data, state } = await lastValueFrom(runQuery(request, services, interpolate));
    expect((data as DataFrame[]).map(({ name }) => name)).toEqual(['Of a, Of b: a+b a+b']);
    expect(state).toBe(LoadingState.Done);
  });

  it('the editor changes to it, keeps the filter, and shows its fields', async () => {
    const history = known({ ...normalizeQuery({ devices: ['COMP-01'], tags: ['presion'] }) });
    const { user, saved } = await renderEditor(QueryEditor, history);
    await user.click(screen.getByRole('radio', { name: 'Echo' }));
    expect(saved()).toMatchObject({ kind: 'echo', devices: ['COMP-01'], tags: ['presion'], size: 'small' });
    await user.click(screen.getByRole('radio', { name: 'Large' }));
    expect(saved()).toMatchObject({ kind: 'echo', devices: ['COMP-01'], size: 'large' });
    expect(changeKind(history, 'echo' as QueryKind, { inRule: true })).toMatchObject({ kind: 'echo', size: 'large' });
  });

  it('the help shows its examples', async () => {
    render(
      <QueryHelp datasource={plantSource([]) as never} query={known({ refId: 'A' })} onClickExample={() => undefined} />
    );
    expect(await screen.findByRole('button', { name: 'Say it twice' })).toBeInTheDocument();
    expect(screen.getByText('Query type: Echo · Words: hello')).toBeInTheDocument();
  });
});
