import type { DataFrame } from '@grafana/data';
import type { CustomTransformOperator } from '@grafana/scenes';
import { map } from 'rxjs';

/** True for a frame that Explore shows only as a table. */
export function isTable({ meta }: DataFrame): boolean {
  return meta?.preferredVisualisationType === 'table';
}

/** A transformation that removes these frames. */
export const withoutTables: CustomTransformOperator = () => map((frames) => frames.filter((frame) => !isTable(frame)));
