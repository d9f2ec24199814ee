import {
  type AnnotationQuery,
  type DataSourceRef,
  type DataTransformerConfig,
  type FieldConfigSource,
} from '@grafana/data';
import { type UnknownObject } from '../jsonShape.ts';

/** A dashboard file of the classic schema, as far as the workbench shows it. */
export interface DashboardModel {
  title: string;
  from: string;
  to: string;
  timeZone: string;
  weekStart: string | undefined;
  /** Such as `30s`; empty for none. */
  refresh: string;
  refreshIntervals: string[] | undefined;
  /** 0 none, 1 a shared cursor, 2 a shared tooltip. */
  cursorSync: number;
  variables: VariableModel[];
  annotations: AnnotationQuery[];
  links: LinkModel[];
  /** In the order of the file; a row is followed by its panels, or holds them when it is collapsed. */
  panels: PanelModel[];
}

export interface VariableModel {
  type: string;
  name: string;
  label: string | undefined;
  description: string | undefined;
  hide: number;
  skipUrlSync: boolean;
  multi: boolean;
  includeAll: boolean;
  allValue: string | undefined;
  datasource: DataSourceRef | null;
  query: unknown;
  regex: string;
  sort: number;
  refresh: number;
  /** The saved choice. */
  value: string | string[];
  text: string | string[];
}

/** A link of the dashboard to an address; other kinds of links are left out. */
export interface LinkModel {
  title: string;
  url: string;
  keepTime: boolean;
  includeVars: boolean;
  opensTab: boolean;
  tooltip: string;
}

export interface PanelModel {
  id: number;
  type: string;
  title: string;
  description: string | undefined;
  place: { x: number; y: number; width: number; height: number };
  datasource: DataSourceRef | undefined;
  targets: Array<UnknownObject & { refId: string }>;
  options: UnknownObject;
  fieldConfig: FieldConfigSource;
  transformations: DataTransformerConfig[];
  minInterval: string | undefined;
  maxDataPoints: number | undefined;
  timeFrom: string | undefined;
  timeShift: string | undefined;
  hideTimeOverride: boolean;
  transparent: boolean;
  isCollapsed: boolean;
  /** Of a collapsed row. */
  panels: PanelModel[];
}
