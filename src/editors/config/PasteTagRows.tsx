import { t } from '@grafana/i18n';
import { Alert, Button, Stack, TextArea } from '@grafana/ui';
import React, { useId, useState } from 'react';
import type { ProfileSetting } from '../../core/inventory/tagProfile';
import { continuedLineTexts, tagHeadings, tagLineProblemText } from '../../locales/tagProblemTexts';
import { MAX_TAG_ROWS } from '../../query/tagSettings';
import { parseTagText } from '../../query/tagText';
import { DescribedField } from '../shared/DescribedField';

/** Is read in every language. */
export const TAG_TEXT_EXAMPLE = [
  'linea_envasado; estado; 0=parada [red], 1=marcha [green]',
  'compresor; presion*; ; 4.5; 5; 8.4; 9',
].join('\n');

interface PasteTagRowsProps {
  readonly rows: readonly ProfileSetting[];
  onPaste(rows: readonly ProfileSetting[]): void;
  cancel(): void;
}

/** Takes rows from a spreadsheet, once all of them can be used. */
export function PasteTagRows({ rows, onPaste, cancel }: PasteTagRowsProps) {
  const id = useId();
  const [text, setText] = useState('');
  const pasted = parseTagText(text, tagHeadings());
  const problems = pasted.problems.map(tagLineProblemText);
  const continued = continuedLineTexts(pasted.continued);
  const count = pasted.rows.length;
  const isUsable = count > 0 && problems.length === 0;
  return (
    <Stack direction="column" gap={1}>
      <DescribedField
        label={t('editors.config.tags.text', 'Rows')}
        description={t(
          'editors.config.tags.textDescription',
          'A row per line, with the columns {{columns}}. Cells are separated by tabs, semicolons or commas. A first line with headings can have them in another order.',
          { columns: Object.values(tagHeadings()).join(', ') }
        )}
      >
        <TextArea
          id={id}
          rows={6}
          value={text}
          placeholder={TAG_TEXT_EXAMPLE}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      </DescribedField>
      {problems.length > 0 && (
        <Alert severity="error" title={t('editors.config.tags.problems', 'Not all lines can be used')}>
          <FirstTexts texts={problems} />
        </Alert>
      )}
      {problems.length === 0 && continued.length > 0 && (
        <Alert severity="info" title={t('editors.config.tags.continued', 'Empty cells continue the ones above them')}>
          <FirstTexts texts={continued} />
          {t('editors.config.tags.everyTypeHint', 'For every device type, write * instead.')}
        </Alert>
      )}
      <Stack direction="row" gap={1} wrap="wrap">
        <Button
          disabled={!isUsable || rows.length + count > MAX_TAG_ROWS}
          onClick={() => onPaste([...rows, ...pasted.rows])}
        >
          {t('editors.config.tags.append', '', {
            count,
            defaultValue_one: 'Add {{count, number}} row',
            defaultValue_other: 'Add {{count, number}} rows',
          })}
        </Button>
        {rows.length > 0 && (
          <Button variant="secondary" disabled={!isUsable} onClick={() => onPaste(pasted.rows)}>
            {t('editors.config.tags.replace', 'Replace all rows')}
          </Button>
        )}
        <Button variant="secondary" fill="text" onClick={cancel}>
          {t('editors.config.tags.cancel', 'Cancel')}
        </Button>
      </Stack>
    </Stack>
  );
}

const MAX_TEXTS = 10;

function FirstTexts({ texts }: { readonly texts: readonly string[] }) {
  return (
    <ul>
      {texts.slice(0, MAX_TEXTS).map((text) => (
        <li key={text}>{text}</li>
      ))}
      {texts.length > MAX_TEXTS && <li>…</li>}
    </ul>
  );
}
