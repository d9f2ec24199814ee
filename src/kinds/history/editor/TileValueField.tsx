import { t } from '@grafana/i18n';
import React from 'react';
import { FieldHint } from '../../../editors/shared/FieldRow';
import { RadioField } from '../../../editors/shared/RadioField';
import { oneValueText } from '../../../locales/stepText';
import { INTERVAL_AUTO, INTERVAL_RANGE } from '../../../query/interval';

interface TileValueFieldProps {
  readonly interval: string;
  onChange(interval: string): void;
}

/** Of which time a panel that shows one value of each series has it. */
export function TileValueField({ interval, onChange }: TileValueFieldProps) {
  const isWhole = interval === INTERVAL_RANGE;
  return (
    <div>
      <RadioField<'range' | 'steps'>
        label={t('editors.tileValue.label', 'Value')}
        options={[
          { value: 'range', label: oneValueText() },
          { value: 'steps', label: t('editors.tileValue.steps', 'Steps') },
        ]}
        value={isWhole ? 'range' : 'steps'}
        onChange={(value) => onChange(value === 'range' ? INTERVAL_RANGE : INTERVAL_AUTO)}
      />
      {!isWhole && (
        <FieldHint>
          {t(
            'editors.tileValue.hint',
            'Of steps, the panel shows the last one, or what its calculation makes of them. “{{oneValue}}” is exact.',
            { oneValue: oneValueText() }
          )}
        </FieldHint>
      )}
    </div>
  );
}
