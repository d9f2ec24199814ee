import { act, render } from '@testing-library/react';
import React, { type ComponentType, useState } from 'react';
import type { EditorDataSource, EditorProps } from '../shared/editorProps';
import { plantSource } from './plant';
import { newUser } from './userActions';

/** Renders an editor as Grafana does: each edit becomes the query. Queries are frozen, so that a mutation throws. */
export async function renderEditor<Q extends object>(
  Editor: ComponentType<EditorProps<Q>>,
  saved: Q,
  source: EditorDataSource = plantSource()
) {
  const edits: Q[] = [];
  let runs = 0;
  const Host = () => {
    const [query, setQuery] = useState(Object.freeze(saved));
    return (
      <Editor
        datasource={source}
        query={query}
        onChange={(edited) => {
          edits.push(Object.freeze(edited));
          setQuery(edited);
        }}
        onRunQuery={() => (runs += 1)}
      />
    );
  };
  render(<Host />);
  await act(async () => undefined);
  return {
    user: newUser(),
    saved: () => edits.at(-1) ?? saved,
    edits: () => edits.length,
    runs: () => runs,
  };
}
