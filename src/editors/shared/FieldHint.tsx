import { Box, Icon, Stack, Text } from '@grafana/ui';
import React, { type ReactNode } from 'react';

interface HintProps {
  readonly children: NonNullable<ReactNode>;
}

/** Something to know about a field that stays as it is: no error, nothing is refused. */
export function FieldHint({ children }: HintProps) {
  return (
    <Box role="status" marginTop={0.5}>
      <Stack direction="row" gap={0.5} alignItems="baseline">
        <Text color="warning" variant="bodySmall">
          <Icon name="info-circle" size="sm" />
        </Text>
        <Text color="secondary" variant="bodySmall">
          {children}
        </Text>
      </Stack>
    </Box>
  );
}
