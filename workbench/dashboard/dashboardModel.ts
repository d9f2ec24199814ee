import type { AnnotationQuery, DataSourceRef, DataTransformerConfig, FieldConfigSource } from '@grafana/data';
import type { UnknownObject } from '../jsonShape.ts';

/** The part of a dashboard file (classic schema) that the workbench supports. */
export interface DashboardModel {
  readonly title: string;
  readonly from: string;
  readonly to: string;
  readonly timeZone: string;
  readonly weekStart: string | undefined;
  /** For example `30s`; empty to disable auto-refresh. */
  readonly refresh: string;
  readonly refreshIntervals: string[] | undefined;
  /** 0: off, 1: shared crosshair, 2: shared tooltip. */
  readonly cursorSync: number;
  readonly variables: VariableModel[];
  readonly annotations: AnnotationQuery[];
  readonly links: LinkModel[];
  /** In the order of the file. An expanded row comes before its panels; a collapsed row contains them. */
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
  /** The saved selection. */
  readonly value: string | string[];
  readonly text: string | string[];
}

/** A dashboard link to a URL; other link types are not supported. */
export interface LinkModel {
  readonly title: string;
  readonly url: string;
  readonly keepTime: boolean;
  readonly includeVars: boolean;
  readonly opensInNewTab: boolean;
  readonly tooltip: string;
}

export interface PanelModel {
  readonly id: number;
  readonly type: string;
  readonly title: string;
  readonly description: string | undefined;
  readonly gridPosition: { x: number; y: number; width: number; height: number };
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
  /** Only in a collapsed row. */
  readonly panels: PanelModel[];
}
