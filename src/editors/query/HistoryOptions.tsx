import { t } from '@grafana/i18n';
import { Field, InlineSwitch } from '@grafana/ui';
import React, { useId } from 'react';
import { changeFill, changeNoCache } from '../../query/queryEdits';
import type { Fill, HistoryQuery } from '../../query/telemetryQuery';
import { OptionCombobox } from '../shared/OptionCombobox';
import { FieldCell } from '../shared/FieldCell';
import { FieldRow } from '../shared/FieldRow';
import { OptionsRow } from './OptionsRow';
import { fillOptions } from './statisticOptions';

interface HistoryOptionsProps {
  readonly query: HistoryQuery;
  apply(edited: HistoryQuery): void;
}

/** How empty steps are drawn, and whether what is in memory will do. */
export function HistoryOptions({ query, apply }: HistoryOptionsProps) {
  const fillId = useId();
  const freshId = useId();
  const fills = fillOptions();
  const fillLabel = t('editors.fill.label', 'Empty steps');
  const summary = [
    `${fillLabel}: ${fills.find(({ value }) => value === query.fill)?.label ?? query.fill}`,
    ...(query.noCache ? [t('editors.fresh.on', 'Everything is asked for anew')] : []),
  ].join(' · ');
  return (
    <OptionsRow summary={summary}>
      <FieldRow>
        <FieldCell size="short">
          <Field label={fillLabel} noMargin>
            <OptionCombobox
              id={fillId}
              options={fills}
              value={query.fill}
              onChange={(fill) => apply(changeFill(query, fill as Fill))}
            />
          </Field>
        </FieldCell>
        <FieldCell size="long">
          <Field
            label={t('editors.fresh.label', 'Always ask anew')}
            description={t(
              'editors.fresh.what',
              'Asks the server for everything at every refresh, also for what is in memory. For data that is corrected long after it came.'
            )}
            noMargin
          >
            <InlineSwitch
              id={freshId}
              value={query.noCache}
              onChange={(event) => apply(changeNoCache(query, event.currentTarget.checked))}
            />
          </Field>
        </FieldCell>
      </FieldRow>
    </OptionsRow>
  );
}
