import type { EditorSource } from './editorSource';

/** What is used of `QueryEditorProps`: what it knows, the query, and whom to tell of an edit. */
export interface EditorProps<Q> {
  readonly datasource: EditorSource;
  readonly query: Q;
  onChange(query: Q): void;
  onRunQuery(): void;
}
