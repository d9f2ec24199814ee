import { t } from '@grafana/i18n';
import { Field, MultiCombobox } from '@grafana/ui';
import React, { useId } from 'react';
import { EXPORT_STATE_WORDS } from '../../core/serverWords';
import { exportStateTexts } from '../../locales/valueTexts';
import { changeExportStates } from '../../query/queryEdits';
import type { ExportsQuery } from '../../query/telemetryQuery';
import { FieldCell, FieldRow } from '../../editors/shared/FieldRow';
import { selectedOptions, suggestOptions, wordOptions } from '../../editors/shared/pickerOptions';

interface ExportsFieldsProps {
  readonly query: ExportsQuery;
  readonly variables: readonly string[];
  apply(edited: ExportsQuery): void;
}

/** The fields of an exports query. */
export function ExportsFields({ query, variables, apply }: ExportsFieldsProps) {
  const statesId = useId();
  const options = wordOptions(EXPORT_STATE_WORDS, exportStateTexts());
  return (
    <FieldRow>
      <FieldCell size="long">
        <Field
          label={t('editors.exportStates.label', 'States')}
          description={t(
            'editors.exportStates.description',
            'Lists the last exports that were requested with the API key. While one is running, the panel updates by itself.'
          )}
          noMargin
        >
          <MultiCombobox
            id={statesId}
            placeholder={t('editors.exportStates.all', 'All states')}
            options={async (typed) => suggestOptions(typed, variables, options)}
            value={selectedOptions(query.states, options)}
            onChange={(selected) =>
              apply(
                changeExportStates(
                  query,
                  selected.map(({ value }) => value)
                )
              )
            }
            isClearable
          />
        </Field>
      </FieldCell>
    </FieldRow>
  );
}
