import type { TimeZone } from '@grafana/data';
import { Toggletip, Tooltip } from '@grafana/ui';
import React, { cloneElement, forwardRef, useState, type HTMLAttributes, type ReactElement } from 'react';
import { AnnotationTooltip } from './AnnotationTooltip.tsx';
import type { PlotAnnotation } from './annotationEvents.ts';

interface Props {
  readonly annotation: PlotAnnotation;
  readonly timeZone: TimeZone;
  readonly children: ReactElement<HTMLAttributes<HTMLElement>>;
}

/** A mark with a tooltip. As in Grafana, a click keeps the tooltip open, now with links. */
export function AnnotationMark({ annotation, timeZone, children }: Props) {
  const [isPinned, setPinned] = useState(false);
  return (
    <Toggletip
      show={isPinned}
      onOpen={() => setPinned(true)}
      onClose={() => setPinned(false)}
      placement="bottom"
      content={<AnnotationTooltip {...{ annotation, timeZone }} links={isPinned ? annotation.links() : []} />}
    >
      <HoveredMark {...{ annotation, timeZone, isPinned }}>{children}</HoveredMark>
    </Toggletip>
  );
}

/** Passes on what the Toggletip adds to its child. */
const HoveredMark = forwardRef<HTMLElement, Props & { readonly isPinned: boolean }>(function HoveredMark(
  { annotation, timeZone, isPinned, children, ...added },
  ref
) {
  return (
    <Tooltip
      ref={ref}
      content={<AnnotationTooltip {...{ annotation, timeZone }} />}
      placement="bottom"
      show={isPinned ? false : undefined}
    >
      {cloneElement(children, added)}
    </Tooltip>
  );
});
