import { Box, Icon, Stack, Text } from '@grafana/ui';
import React, { type ReactNode } from 'react';

interface FieldHintProps {
  readonly children: NonNullable<ReactNode>;
}

/** A note below a field whose value is accepted as it is. */
export function FieldHint({ children }: FieldHintProps) {
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
