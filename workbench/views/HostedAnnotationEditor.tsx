import { CoreApp, type AnnotationQuery } from '@grafana/data';
import type { DataQuery } from '@grafana/schema';
import { sceneGraph } from '@grafana/scenes';
import { ErrorBoundaryAlert } from '@grafana/ui';
import React from 'react';
import { text } from '../page/text.ts';
import type { AnnotationSceneModel } from './AnnotationSceneModel.ts';

interface Props {
  readonly model: AnnotationSceneModel;
  readonly onChange: (annotation: AnnotationQuery) => void;
}

/** The plugin's annotation editor, or its query editor if it has none, with the props that Grafana passes to it. */
export function HostedAnnotationEditor({ model, onChange }: Props) {
  const { dataSource, annotation: saved } = model.useState();
  const { data } = model.layer.useState();
  const { value: range } = sceneGraph.getTimeRange(model).useState();
  const { annotations: support, components } = dataSource;
  const Editor = support?.QueryEditor ?? components?.QueryEditor;
  if (!support || !Editor) {
    return text('annotation.none');
  }
  const annotation: AnnotationQuery = support.prepareAnnotation?.(saved) ?? saved;
  const query = (support.prepareQuery ? support.prepareQuery(annotation) : annotation.target) as DataQuery | undefined;
  return (
    <ErrorBoundaryAlert>
      <Editor
        key={dataSource.uid}
        app={CoreApp.Dashboard}
        datasource={dataSource}
        query={{ ...query, refId: query?.refId ?? 'Anno' }}
        data={data}
        range={range}
        annotation={annotation}
        onAnnotationChange={onChange}
        onChange={(target: DataQuery) => onChange({ ...annotation, target: target as AnnotationQuery['target'] })}
        onRunQuery={() => model.run()}
      />
    </ErrorBoundaryAlert>
  );
}
