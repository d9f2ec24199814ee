import { css } from '@emotion/css';
import type { GrafanaTheme2 } from '@grafana/data';
import { t } from '@grafana/i18n';
import { Button, ClipboardButton, Stack, Text, useStyles2 } from '@grafana/ui';
import React, { useState } from 'react';
import type { ProfileSetting } from '../../core/inventory/tagProfile';
import { settingTexts } from '../../locales/settingTexts';
import { tagHeadings, tagProblemText } from '../../locales/tagProblemTexts';
import { editableTagRows, MAX_TAG_ROWS, readTagSettings } from '../../query/tagSettings';
import { formatTagText } from '../../query/tagText';
import { changeSetting, type SettingsFieldProps } from './settingsEdits';
import { PasteTagRows, TAG_TEXT_EXAMPLE } from './PasteTagRows';
import { TagRow } from './TagRow';
import { useSavedInventory } from './useSavedInventory';

interface TagSettingsProps extends SettingsFieldProps {
  /** True: rows can be opened and copied. */
  readonly isReadOnly: boolean;
}

/** The names of states and the limits of tags: a list of rows, of which one is open for editing. */
export function TagSettingsFields({ settings, onChange, isReadOnly }: TagSettingsProps) {
  const styles = useStyles2(getStyles);
  const rows = editableTagRows(settings.jsonData.tags);
  const [open, setOpen] = useState<number>();
  const [isPasting, setIsPasting] = useState(false);
  const [showsMatches, setShowsMatches] = useState(false);
  // Not before it is asked for: who opens the page may be here because the API does not answer, or refuses the key.
  const inventory = useSavedInventory(settings.uid, showsMatches && rows.length > 0);
  const { problems } = readTagSettings(settings.jsonData.tags);
  const openRow = (index: number) => {
    setOpen(index);
    setShowsMatches(true);
  };
  const save = (edited: readonly ProfileSetting[]) =>
    onChange(changeSetting(settings, 'tags', edited.length === 0 ? undefined : edited));
  const isFull = rows.length >= MAX_TAG_ROWS;
  return (
    <Stack direction="column" gap={2}>
      <div className={styles.text}>
        <Text color="secondary" variant="bodySmall">
          {settingTexts().tags.description}{' '}
          {isReadOnly
            ? t(
                'editors.config.tags.provisioned',
                'A provisioning file of Grafana’s server has this data source and its rows: change them there.'
              )
            : t(
                'editors.config.tags.restart',
                'If a provisioning file of Grafana’s server has this data source, write the rows there: those that are only here vanish when Grafana restarts.'
              )}
        </Text>
      </div>
      {rows.length === 0 && <NoRows />}
      {rows.length > 0 && (
        <ul className={styles.list}>
          {rows.map((row, index) => (
            <TagRow
              key={index}
              row={row}
              earlier={rows.slice(0, index)}
              problems={problems.filter((problem) => problem.row === index + 1).map(tagProblemText)}
              inventory={inventory}
              isReadOnly={isReadOnly}
              isOpen={open === index}
              toggle={() => (open === index ? setOpen(undefined) : openRow(index))}
              onChange={(edited) => save(rows.map((other, place) => (place === index ? edited : other)))}
              remove={() => {
                setOpen(undefined);
                save(rows.filter((_, place) => place !== index));
              }}
              moveUp={
                index === 0
                  ? undefined
                  : () => {
                      setOpen(open === index ? index - 1 : undefined);
                      save([...rows.slice(0, index - 1), row, rows[index - 1]!, ...rows.slice(index + 1)]);
                    }
              }
            />
          ))}
        </ul>
      )}
      <Stack direction="row" gap={1} wrap="wrap">
        <Button
          variant="secondary"
          icon="plus"
          disabled={isReadOnly || isFull}
          onClick={() => {
            openRow(rows.length);
            save([...rows, { deviceType: '', tag: '', states: [], limits: {} }]);
          }}
        >
          {t('editors.config.tags.add', 'Add row')}
        </Button>
        <Button
          variant="secondary"
          icon="table"
          disabled={isReadOnly || isFull}
          aria-expanded={isPasting}
          onClick={() => setIsPasting(!isPasting)}
        >
          {t('editors.config.tags.paste', 'Paste from a spreadsheet')}
        </Button>
        {rows.length > 0 && !showsMatches && (
          <Button variant="secondary" icon="search" onClick={() => setShowsMatches(true)}>
            {t('editors.config.tags.showMatches', 'Show matching tags')}
          </Button>
        )}
        {rows.length > 0 && (
          <ClipboardButton variant="secondary" icon="copy" getText={() => formatTagText(rows, tagHeadings())}>
            {t('editors.config.tags.copy', 'Copy for a spreadsheet')}
          </ClipboardButton>
        )}
      </Stack>
      {isPasting && (
        <PasteTagRows
          rows={rows}
          onPaste={(edited) => {
            setIsPasting(false);
            setOpen(undefined);
            setShowsMatches(true);
            save(edited);
          }}
          cancel={() => setIsPasting(false)}
        />
      )}
    </Stack>
  );
}

function NoRows() {
  const styles = useStyles2(getStyles);
  return (
    <div className={styles.text}>
      <p>
        {t(
          'editors.config.tags.none',
          'There are no rows yet. States that are written in the name of their tag, such as “State (0 stopped, 1 running)”, are shown without a row. Add a row to name others, to choose colors, or to set limits. From a spreadsheet, for example:'
        )}
      </p>
      <pre>{TAG_TEXT_EXAMPLE}</pre>
    </div>
  );
}

function getStyles(theme: GrafanaTheme2) {
  return {
    text: css({ maxWidth: theme.spacing(90) }),
    list: css({ listStyle: 'none', display: 'flex', flexDirection: 'column', gap: theme.spacing(1) }),
  };
}
