import type { PanelData } from '@grafana/data';
import type { ReactNode } from 'react';
import type { Device } from '../../core/inventory/device';
import type { TagTypeWords } from '../../core/serverWords';
import type { SavedQuery } from '../../query/savedQuery';
import type { EditorDataSource } from './editorProps';
import type { InventoryList } from './useInventory';

/** What the query editor and its help show of a kind of query. */
export interface KindEditor<Q extends SavedQuery = SavedQuery> {
  /** What the kind is called. */
  label(): string;
  /** What it is for, in a few words. */
  description(): string;
  /** The component with its fields. */
  Fields(props: KindFieldsProps<Q>): ReactNode;
  /** Examples about devices and tags that exist, so that each of them shows data. */
  examples(devices: readonly Device[], words: TagTypeWords): ReadonlyArray<QueryExample<Q>>;
  /** What an example sets beside devices and tags, in the words of the fields; a setting without a value is left out. */
  exampleSettings?(query: Partial<Q>): ReadonlyArray<readonly [label: string, value: string | undefined]>;
}

export interface KindFieldsProps<Q extends SavedQuery> {
  readonly datasource: EditorDataSource;
  readonly query: Q;
  readonly inventory: InventoryList;
  /** What the panel shows. */
  readonly data: PanelData | undefined;
  /** True in an alert rule, which calculates with what the query returns. */
  readonly inRule: boolean;
  /** True if the kind was chosen since the editor was opened: such a query may begin with what its tags suggest. */
  readonly isNew: boolean;
  apply(edited: Q): void;
}

/** A query that users can run as it is. */
export interface QueryExample<Q extends SavedQuery> {
  readonly title: string;
  readonly explanation: string;
  /** What differs from the defaults. */
  readonly query: Partial<Q>;
}
