import type { SetFieldConfigOptionsArgs } from '@grafana/data';
import { TableCellDisplayMode, type TableFieldOptions } from '@grafana/schema';
import { customOptions } from './standardFieldConfig.ts';

/** The custom options of a table's fields, by their path, with the values Grafana starts a panel with. */
const customDefaults: Record<string, unknown> = {
  align: 'auto',
  cellOptions: { type: TableCellDisplayMode.Auto },
  filterable: undefined,
  footer: undefined,
  hideFrom: { viz: false },
  hideHeader: undefined,
  inspect: false,
  minWidth: undefined,
  tooltip: undefined,
  width: undefined,
  wrapHeaderText: undefined,
  wrapText: undefined,
};

export const tableFieldConfig: SetFieldConfigOptionsArgs<TableFieldOptions> = {
  useCustomConfig: customOptions(customDefaults),
};
