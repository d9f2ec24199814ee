import { type InventorySource } from './inventorySource';

/** What is used of `QueryEditorProps`: an inventory, the query, and whom to tell of an edit. */
export interface EditorProps<Q> {
  readonly datasource: InventorySource;
  readonly query: Q;
  onChange(query: Q): void;
  onRunQuery(): void;
}
