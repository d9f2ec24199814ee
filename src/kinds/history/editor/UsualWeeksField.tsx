import { t } from '@grafana/i18n';
import { Field } from '@grafana/ui';
import React, { useId } from 'react';
import { DraftInput } from '../../../editors/query/SeriesOptionFields';
import { FieldCell } from '../../../editors/shared/FieldRow';
import { isUsualOf, USUAL_WEEKS } from '../historyQuery';

interface UsualWeeksFieldProps {
  readonly weeks: number;
  onChange(weeks: number): void;
}

/** Of how many weeks something is usual. */
export function UsualWeeksField({ weeks, onChange }: UsualWeeksFieldProps) {
  const id = useId();
  const save = (text: string) => {
    const edited = isUsualOf(Number(text)) ? Number(text) : weeks;
    if (edited !== weeks) {
      onChange(edited);
    }
    return String(edited);
  };
  return (
    <FieldCell size="short">
      <Field label={t('editors.usualWeeks.label', 'Earlier weeks')} noMargin>
        <DraftInput id={id} type="number" {...USUAL_WEEKS} step={1} value={String(weeks)} save={save} />
      </Field>
    </FieldCell>
  );
}
