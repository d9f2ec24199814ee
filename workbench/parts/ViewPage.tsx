import { Box, Stack, Text } from '@grafana/ui';
import React, { useEffect, type ReactNode } from 'react';
import { text } from '../page/text.ts';

interface Props {
  readonly title: string;
  readonly intro?: string;
  /** Controls next to the title. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** The layout of every view except dashboards: title, introduction, content. */
export function ViewPage({ title, intro, actions, children }: Props) {
  useDocumentTitle(title);
  return (
    <Box padding={2} display="flex" direction="column" gap={2}>
      <Stack wrap="wrap" justifyContent="space-between" alignItems="flex-start" gap={2}>
        <div>
          <Text element="h1" variant="h3">
            {title}
          </Text>
          {intro && (
            <Text element="p" color="secondary">
              {intro}
            </Text>
          )}
        </div>
        <Stack wrap="wrap" alignItems="center" gap={1}>
          {actions}
        </Stack>
      </Stack>
      {children}
    </Box>
  );
}

export function useDocumentTitle(title: string) {
  useEffect(() => {
    document.title = `${title} – ${text('frame.workbench')}`;
  }, [title]);
}
