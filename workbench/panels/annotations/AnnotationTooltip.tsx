import { dateTimeFormat, type LinkModel, type TimeZone } from '@grafana/data';
import { DataLinkButton, RenderUserContentAsHTML, Stack, TagList, Text } from '@grafana/ui';
import React from 'react';
import type { PlotAnnotation } from './annotationEvents.ts';

interface Props {
  readonly annotation: PlotAnnotation;
  readonly timeZone: TimeZone;
  readonly links?: LinkModel[];
}

/** Time, title, text, tags and links of an annotation, in the time zone of the panel. */
export function AnnotationTooltip({ annotation, timeZone, links = [] }: Props) {
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
      {links.map((link) => (
        <DataLinkButton key={link.href} link={link} />
      ))}
    </Stack>
  );
}
