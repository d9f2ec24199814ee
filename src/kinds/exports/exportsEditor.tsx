import { t } from '@grafana/i18n';
import React, { useMemo } from 'react';
import { EXPORT_STATE_WORDS } from '../../core/serverWords';
import { exportStateTexts } from '../../locales/valueTexts';
import type { KindEditor, KindFieldsProps } from '../../editors/shared/kindEditor';
import { ListField } from '../../editors/query/PlainFields';
import type { ExportsQuery } from './exportsQuery';
import { FieldRow } from '../../editors/shared/FieldRow';
import { wordOptions } from '../../editors/shared/pickerOptions';

export const EXPORTS_EDITOR: KindEditor<ExportsQuery> = {
  label: () => t('editors.kind.exports', 'Exports'),
  description: () => t('editors.kind.exportsDescription', 'Files that were exported, with their progress'),
  Fields: ExportsFields,
  examples: () => [
    {
      title: t('help.exports.title', 'Exports'),
      explanation: t('help.exports.text', 'State, progress and download link of the exports of the API key.'),
      query: {},
    },
  ],
};

function ExportsFields({ query, inventory, apply }: KindFieldsProps<ExportsQuery>) {
  const states = useMemo(() => wordOptions(EXPORT_STATE_WORDS, exportStateTexts()), []);
  return (
    <FieldRow>
      <ListField
        query={query}
        name="states"
        label={t('editors.exportStates.label', 'States')}
        description={t(
          'editors.exportStates.description',
          'Lists the last exports that were requested with the API key. While one is running, the panel updates by itself.'
        )}
        placeholder={t('editors.exportStates.all', 'All states')}
        options={states}
        variables={inventory.variables}
        apply={apply}
      />
    </FieldRow>
  );
}
