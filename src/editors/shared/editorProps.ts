import type { EditorDataSource } from './editorSource';

/** What is used of `QueryEditorProps`: what it knows, the query, and whom to tell of an edit. */
export interface EditorProps<Q> {
  readonly datasource: EditorDataSource;
  readonly query: Q;
  onChange(query: Q): void;
  onRunQuery(): void;
}
