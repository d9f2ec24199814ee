import { dateTimeFormat, type TimeZone } from '@grafana/data';
import { RenderUserContentAsHTML, Stack, TagList, Text } from '@grafana/ui';
import React from 'react';
import type { PlotAnnotation } from './annotationEvents.ts';

interface Props {
  readonly annotation: PlotAnnotation;
  readonly timeZone: TimeZone;
}

/** Time, title, text and tags of an annotation, in the time zone of the panel. */
export function AnnotationTooltip({ annotation, timeZone }: Props) {
  const { fromEpochMs, toEpochMs, title, text, tags } = annotation;
  const time = (epochMs: number) => dateTimeFormat(epochMs, { timeZone });
  return (
    <Stack direction="column" alignItems="flex-start" gap={0.5} maxWidth="360px">
      <Text color="secondary" tabular>
        {toEpochMs > fromEpochMs ? `${time(fromEpochMs)} – ${time(toEpochMs)}` : time(fromEpochMs)}
      </Text>
      {title && <Text weight="medium">{title}</Text>}
      {text && <RenderUserContentAsHTML content={text} />}
      {tags.length > 0 && <TagList tags={tags} />}
    </Stack>
  );
}
