import { css } from '@emotion/css';
import type { GrafanaTheme2 } from '@grafana/data';
import { sceneGraph, type SceneComponentProps } from '@grafana/scenes';
import { Alert, Box, ColorPicker, Field, Input, Stack, Text, useStyles2 } from '@grafana/ui';
import React, { useEffect, useState } from 'react';
import type { PanelNotice } from '../inspect/frameNotices.ts';
import { JsonText } from '../parts/JsonText.tsx';
import { text } from '../page/text.ts';
import { annotationEvents } from '../panels/annotationEvents.ts';
import { HostedAnnotationEditor } from './HostedAnnotationEditor.tsx';
import type { AnnotationSceneModel } from './AnnotationSceneModel.ts';
import { EventTable } from './EventTable.tsx';

/** The plugin's annotation editor, then the events on a time axis and as a list, and the JSON for a dashboard. */
export function AnnotationLayout({ model }: SceneComponentProps<AnnotationSceneModel>) {
  const styles = useStyles2(getStyles);
  const { annotation, timeline } = model.useState();
  const { data } = model.layer.useState();
  const [notices, setNotices] = useState<PanelNotice[]>([]);
  useEffect(() => {
    const subscription = model.layer.notices.subscribe(setNotices);
    return () => subscription.unsubscribe();
  }, [model]);
  const timeRange = sceneGraph.getTimeRange(model);
  const events = annotationEvents(data?.series ?? []);
  const change = (changed: typeof annotation) => {
    model.setAnnotation(changed);
    model.run();
  };
  return (
    <Stack direction="column" gap={2}>
      <Box backgroundColor="primary" borderStyle="solid" borderColor="weak" borderRadius="default" padding={2}>
        <Stack gap={2} wrap="wrap">
          <Field label={text('annotation.name')} noMargin>
            <Input
              id="annotation-name"
              width={30}
              value={annotation.name}
              onChange={(event) => model.setAnnotation({ ...annotation, name: event.currentTarget.value })}
            />
          </Field>
          <Field label={text('annotation.color')} noMargin>
            <div className={styles.color}>
              <ColorPicker
                color={annotation.iconColor}
                onChange={(iconColor) => change({ ...annotation, iconColor })}
              />
            </div>
          </Field>
        </Stack>
        <div className={styles.editor}>
          <HostedAnnotationEditor model={model} onChange={change} />
        </div>
      </Box>
      <div>
        {notices.map(({ severity, text: message }, index) => (
          <Alert key={index} severity={severity} title={message} />
        ))}
      </div>
      <div className={styles.timeline}>
        <timeline.Component model={timeline} />
      </div>
      <Text element="h2" variant="h5">
        {events.length > 0 ? text('annotation.events', { count: events.length }) : text('annotation.noEvents')}
      </Text>
      {events.length > 0 && <EventTable events={events} timeZone={timeRange.getTimeZone()} />}
      <Text element="h2" variant="h5">
        {text('annotation.json')}
      </Text>
      <JsonText label={text('annotation.json')} value={annotation} />
    </Stack>
  );
}

const getStyles = (theme: GrafanaTheme2) => ({
  color: css({ paddingTop: theme.spacing(1) }),
  editor: css({ marginTop: theme.spacing(2) }),
  timeline: css({ height: '240px' }),
});
