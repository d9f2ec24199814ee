import type { FieldConfigSource, DataTransformerConfig } from '@grafana/data';
import { isObject, MemberReader, type UnknownObject } from '../jsonShape.ts';
import type { PanelModel } from './dashboardModel.ts';
import { decodeDataSourceRef } from './decodeDataSourceRef.ts';

/**
 * Decodes one panel of a dashboard file.
 * @param where location of the panel in the file, for error messages
 */
export function decodePanel(entry: unknown, where: string): PanelModel {
  const panel = new MemberReader(entry, where);
  const grid = new MemberReader(panel.object('gridPos') ?? {}, `${where}.gridPos`);
  const fieldConfig = new MemberReader(panel.object('fieldConfig') ?? {}, `${where}.fieldConfig`);
  return {
    id: panel.number('id') ?? 0,
    type: panel.requiredString('type'),
    title: panel.string('title') ?? '',
    description: panel.string('description') || undefined,
    gridPosition: {
      x: grid.number('x') ?? 0,
      y: grid.number('y') ?? 0,
      width: grid.number('w') ?? 12,
      height: grid.number('h') ?? 8,
    },
    datasource: decodeDataSourceRef(panel.object('datasource')),
    targets: panel.array('targets').filter(isTarget),
    options: panel.object('options') ?? {},
    fieldConfig: {
      defaults: fieldConfig.object('defaults') ?? {},
      overrides: fieldConfig.array('overrides') as FieldConfigSource['overrides'],
    },
    transformations: panel.array('transformations') as DataTransformerConfig[],
    minInterval: panel.string('interval') || undefined,
    maxDataPoints: panel.number('maxDataPoints') || undefined,
    timeFrom: panel.string('timeFrom') || undefined,
    timeShift: panel.string('timeShift') || undefined,
    hideTimeOverride: panel.boolean('hideTimeOverride') ?? false,
    transparent: panel.boolean('transparent') ?? false,
    isCollapsed: panel.boolean('collapsed') ?? false,
    panels: panel.array('panels').map((inner, index) => decodePanel(inner, `${where}.panels[${index}]`)),
  };
}

function isTarget(entry: unknown): entry is UnknownObject & { refId: string } {
  return isObject(entry) && typeof entry.refId === 'string';
}
