import { t } from '@grafana/i18n';
import { Button, Stack, Text } from '@grafana/ui';
import React, { type ReactNode, useId, useState } from 'react';

interface OptionsRowProps {
  /** What the options are set to, for as long as they are out of sight. */
  readonly summary: string;
  readonly children: ReactNode;
}

/** Options that can stay as they are on most panels; closed at first. */
export function OptionsRow({ summary, children }: OptionsRowProps) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  return (
    <Stack direction="column" gap={1}>
      <Stack direction="row" gap={1} alignItems="center" wrap="wrap">
        <Button
          variant="secondary"
          fill="text"
          size="sm"
          icon={isOpen ? 'angle-down' : 'angle-right'}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          {t('editors.options.label', 'Options')}
        </Button>
        {!isOpen && (
          <Text color="secondary" variant="bodySmall">
            {summary}
          </Text>
        )}
      </Stack>
      <div id={id} hidden={!isOpen}>
        {isOpen && children}
      </div>
    </Stack>
  );
}
