import type { SetFieldConfigOptionsArgs } from '@grafana/data';
import { TableCellDisplayMode, type TableFieldOptions } from '@grafana/schema';
import { customOptions } from './standardFieldConfig.ts';

/** The custom options of table fields by path, with Grafana's default values. */
const CUSTOM_DEFAULTS: Record<string, unknown> = {
  align: 'auto',
  cellOptions: { type: TableCellDisplayMode.Auto },
  filterable: undefined,
  footer: undefined,
  'hideFrom.viz': false,
  hideHeader: undefined,
  inspect: false,
  minWidth: undefined,
  tooltip: undefined,
  width: undefined,
  wrapHeaderText: undefined,
  wrapText: undefined,
};

export const tableFieldConfig: SetFieldConfigOptionsArgs<TableFieldOptions> = {
  useCustomConfig: customOptions(CUSTOM_DEFAULTS),
};
