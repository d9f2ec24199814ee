import type { AnnotationQuery, DataSourceRef, DataTransformerConfig, FieldConfigSource } from '@grafana/data';
import type { UnknownObject } from '../jsonShape.ts';

/** A dashboard file of the classic schema, as far as the workbench shows it. */
export interface DashboardModel {
  readonly title: string;
  readonly from: string;
  readonly to: string;
  readonly timeZone: string;
  readonly weekStart: string | undefined;
  /** Such as `30s`; empty for none. */
  readonly refresh: string;
  readonly refreshIntervals: string[] | undefined;
  /** 0 none, 1 a shared cursor, 2 a shared tooltip. */
  readonly cursorSync: number;
  readonly variables: VariableModel[];
  readonly annotations: AnnotationQuery[];
  readonly links: LinkModel[];
  /** In the order of the file; a row is followed by its panels, or holds them when it is collapsed. */
  readonly panels: PanelModel[];
}

export interface VariableModel {
  readonly type: string;
  readonly name: string;
  readonly label: string | undefined;
  readonly description: string | undefined;
  readonly hide: number;
  readonly skipUrlSync: boolean;
  readonly multi: boolean;
  readonly includeAll: boolean;
  readonly allValue: string | undefined;
  readonly datasource: DataSourceRef | null;
  readonly query: unknown;
  readonly regex: string;
  readonly sort: number;
  readonly refresh: number;
  /** The saved choice. */
  readonly value: string | string[];
  readonly text: string | string[];
}

/** A link of the dashboard to an address; other kinds of links are left out. */
export interface LinkModel {
  readonly title: string;
  readonly url: string;
  readonly keepTime: boolean;
  readonly includeVars: boolean;
  readonly opensTab: boolean;
  readonly tooltip: string;
}

export interface PanelModel {
  readonly id: number;
  readonly type: string;
  readonly title: string;
  readonly description: string | undefined;
  readonly place: { x: number; y: number; width: number; height: number };
  readonly datasource: DataSourceRef | undefined;
  readonly targets: Array<UnknownObject & { refId: string }>;
  readonly options: UnknownObject;
  readonly fieldConfig: FieldConfigSource;
  readonly transformations: DataTransformerConfig[];
  readonly minInterval: string | undefined;
  readonly maxDataPoints: number | undefined;
  readonly timeFrom: string | undefined;
  readonly timeShift: string | undefined;
  readonly hideTimeOverride: boolean;
  readonly transparent: boolean;
  readonly isCollapsed: boolean;
  /** Of a collapsed row. */
  readonly panels: PanelModel[];
}
