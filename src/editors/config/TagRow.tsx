import { css } from '@emotion/css';
import type { GrafanaTheme2 } from '@grafana/data';
import { t } from '@grafana/i18n';
import { Button, IconButton, Input, Stack, Text, useStyles2 } from '@grafana/ui';
import React, { useCallback, useId } from 'react';
import { hasMeterNumber, METER_NUMBERS, type MeterSetting } from '../../core/inventory/meter';
import {
  hasLimits,
  LIMIT_NAMES,
  type LimitName,
  type ProfileSetting,
  type TagLimits,
} from '../../core/inventory/tagProfile';
import { translate } from '../../locales/translate';
import { patternProblems, tagHeadings } from '../../locales/tagProblemTexts';
import { DescribedField } from '../shared/DescribedField';
import { FieldCell, FieldHint, FieldRow } from '../shared/FieldRow';
import type { InventoryState } from '../shared/useInventory';
import { useLoaded } from '../shared/useLoaded';
import { type HidingRows, hidingRows, matchedTags, type MatchedTag } from './matchedTags';
import { MeterFields } from './MeterFields';
import { NumberField } from './NumberField';
import { StateFields } from './StateFields';

interface TagRowProps {
  readonly row: ProfileSetting;
  /** The rows before it. */
  readonly earlier: readonly ProfileSetting[];
  /** What is wrong in the row. */
  readonly problems: readonly string[];
  /** Undefined: what the row matches is not shown. */
  readonly inventory: InventoryState | undefined;
  readonly isOpen: boolean;
  readonly isReadOnly: boolean;
  toggle(): void;
  onChange(row: ProfileSetting): void;
  remove(): void;
  /** Undefined for the first row. */
  readonly moveUp: (() => void) | undefined;
}

/** A row in a line of text; open, with its fields and the tags that it matches. */
export function TagRow({ row, earlier, problems, inventory, isOpen, isReadOnly, toggle, ...edits }: TagRowProps) {
  const { onChange, remove, moveUp } = edits;
  const styles = useStyles2(getStyles);
  const contentId = useId();
  const number = earlier.length + 1;
  const preview = useRowPreview(row, earlier, inventory);
  const summary = rowSummary(row);
  const names = { number };
  const hints = [...problems, ...preview.problems, ...hiddenTexts(preview.hiding)];
  return (
    <li className={styles.row}>
      <div className={styles.head}>
        <Button
          className={styles.summary}
          variant="secondary"
          fill="text"
          icon={isOpen ? 'angle-down' : 'angle-right'}
          aria-expanded={isOpen}
          aria-controls={contentId}
          onClick={toggle}
        >
          {summary}
        </Button>
        <Stack direction="row" gap={1} alignItems="center">
          {inventory && (
            <Text color="secondary" variant="bodySmall">
              {matchText(preview, inventory)}
            </Text>
          )}
          {moveUp && (
            <IconButton
              name="arrow-up"
              disabled={isReadOnly}
              tooltip={translate('editors.config.tags.moveUp', 'Move row {{number}} up', names)}
              onClick={moveUp}
            />
          )}
          <IconButton
            name="trash-alt"
            disabled={isReadOnly}
            tooltip={translate('editors.config.tags.remove', 'Remove row {{number}}', names)}
            onClick={remove}
          />
        </Stack>
      </div>
      {hints.length > 0 && (
        <div className={styles.hints}>
          {hints.map((hint) => (
            <FieldHint key={hint}>{hint}</FieldHint>
          ))}
        </div>
      )}
      {isOpen && (
        <div id={contentId} className={styles.content}>
          <fieldset disabled={isReadOnly}>
            <RowFields row={row} onChange={onChange} />
          </fieldset>
          <MatchedTags matched={preview.matched} />
        </div>
      )}
    </li>
  );
}

function RowFields({ row, onChange }: Pick<TagRowProps, 'row' | 'onChange'>) {
  const deviceTypeId = useId();
  const tagId = useId();
  const headings = tagHeadings();
  const pattern = t('editors.config.tags.pattern', 'A name, pattern (*) or /expression/.');
  return (
    <Stack direction="column" gap={2}>
      <FieldRow>
        <FieldCell size="long">
          <DescribedField label={headings.deviceType} description={pattern}>
            <Input
              id={deviceTypeId}
              value={row.deviceType}
              placeholder={t('editors.config.tags.everyType', 'Every type')}
              onChange={({ currentTarget }) => onChange({ ...row, deviceType: currentTarget.value })}
            />
          </DescribedField>
        </FieldCell>
        <FieldCell size="long">
          <DescribedField label={headings.tag} description={pattern} required>
            <Input
              id={tagId}
              value={row.tag}
              onChange={({ currentTarget }) => onChange({ ...row, tag: currentTarget.value })}
            />
          </DescribedField>
        </FieldCell>
      </FieldRow>
      <FieldRow>
        {LIMIT_NAMES.map((name) => (
          <FieldCell key={name} size="short">
            <NumberField
              label={headings[name]}
              value={row.limits[name]}
              onChange={(value) => onChange({ ...row, limits: withLimit(row.limits, name, value) })}
            />
          </FieldCell>
        ))}
      </FieldRow>
      <StateFields states={row.states} onChange={(states) => onChange({ ...row, states })} />
      <MeterFields meter={row.meter ?? {}} onChange={(meter) => onChange(withMeter(row, meter))} />
    </Stack>
  );
}

function withLimit(limits: TagLimits, name: LimitName, value: number | undefined): TagLimits {
  const { [name]: _, ...others } = limits;
  return value === undefined ? others : { ...others, [name]: value };
}

function withMeter({ meter: _, ...row }: ProfileSetting, meter: MeterSetting | undefined): ProfileSetting {
  return meter === undefined ? row : { ...row, meter };
}

interface RowPreview {
  /** Undefined until it is known. */
  readonly matched: readonly MatchedTag[] | undefined;
  readonly problems: readonly string[];
  readonly hiding: HidingRows;
}

const NOT_HIDDEN: HidingRows = { states: [], limits: [], meter: [] };
const NOTHING: RowPreview = { matched: undefined, problems: [], hiding: NOT_HIDDEN };

/** What the patterns of the row match; nothing until it is known, rather than what those before them did. */
function useRowPreview(
  row: ProfileSetting,
  earlier: readonly ProfileSetting[],
  inventory: InventoryState | undefined
): RowPreview {
  const devices = inventory?.status === 'ready' ? inventory.devices : undefined;
  // Rows are new objects at every edit; only what decides must load the preview again.
  const deciding = JSON.stringify([row, ...(devices === undefined ? [] : earlier)].map(decidingPart));
  const load = useCallback(async (): Promise<RowPreview> => {
    const [own, ...before] = JSON.parse(deciding) as [ProfileSetting, ...ProfileSetting[]];
    const [matched, problems] = await Promise.all([devices && matchedTags(own, devices), patternProblems([own])]);
    const hiding = matched === undefined ? NOT_HIDDEN : await hidingRows(own, matched, before);
    return { matched, problems: problems.map(({ reason }) => reason), hiding };
  }, [deciding, devices]);
  return useLoaded(load) ?? NOTHING;
}

/** The row with its patterns, and a state, a limit and a number of a meter if it has any. */
function decidingPart({ deviceType, tag, states, limits, meter }: ProfileSetting): ProfileSetting {
  return {
    deviceType,
    tag,
    states: states.slice(0, 1),
    limits: hasLimits(limits) ? { high: 0 } : {},
    ...(hasMeterNumber(meter) && { meter: { rolloverAt: 1 } }),
  };
}

function hiddenTexts({ states, limits, meter }: HidingRows): string[] {
  return [
    ...(states.length === 0
      ? []
      : [
          translate('editors.config.tags.hiddenStates', '', {
            count: states.length,
            rows: states.join(', '),
            defaultValue_one: 'Its states never apply: row {{rows}} comes first and names those of all its tags.',
            defaultValue_other: 'Its states never apply: rows {{rows}} come first and name those of all its tags.',
          }),
        ]),
    ...(limits.length === 0
      ? []
      : [
          translate('editors.config.tags.hiddenLimits', '', {
            count: limits.length,
            rows: limits.join(', '),
            defaultValue_one: 'Its limits never apply: row {{rows}} comes first and has those of all its tags.',
            defaultValue_other: 'Its limits never apply: rows {{rows}} come first and have those of all its tags.',
          }),
        ]),
    ...(meter.length === 0
      ? []
      : [
          translate('editors.config.tags.hiddenMeter', '', {
            count: meter.length,
            rows: meter.join(', '),
            defaultValue_one:
              'Its “Rolls over at” and “Largest increase per hour” never apply: row {{rows}} comes first and sets them for all its tags.',
            defaultValue_other:
              'Its “Rolls over at” and “Largest increase per hour” never apply: rows {{rows}} come first and set them for all its tags.',
          }),
        ]),
  ];
}

function matchText({ matched }: RowPreview, inventory: InventoryState): string {
  if (inventory.status === 'failed') {
    return translate('editors.config.tags.noPreview', 'No preview: {{reason}}', { reason: inventory.message });
  }
  return matched === undefined
    ? t('editors.config.tags.matching', 'Loading…')
    : translate('editors.config.tags.matches', '', {
        count: matched.length,
        defaultValue_one: 'Matches {{count, number}} tag',
        defaultValue_other: 'Matches {{count, number}} tags',
      });
}

/** More of them do not show better what a row is about. */
const MAX_LISTED = 20;

function MatchedTags({ matched = [] }: Pick<RowPreview, 'matched'>) {
  const styles = useStyles2(getStyles);
  if (matched.length === 0) {
    return null;
  }
  const omitted = matched.length - MAX_LISTED;
  return (
    <div className={styles.matched}>
      <Text variant="bodySmall" weight="medium">
        {t('editors.config.tags.matched', 'Matched tags')}
      </Text>
      <ul className={styles.list}>
        {matched.slice(0, MAX_LISTED).map(({ device, tag }) => (
          <li key={JSON.stringify([device.code, tag.key])}>
            <Text variant="bodySmall" color="secondary">{`${device.code} · ${tag.key}: ${tag.name}`}</Text>
          </li>
        ))}
        {omitted > 0 && (
          <li>
            <Text variant="bodySmall" color="secondary">
              {translate('editors.config.tags.omitted', '', {
                count: omitted,
                defaultValue_one: 'and {{count, number}} more',
                defaultValue_other: 'and {{count, number}} more',
              })}
            </Text>
          </li>
        )}
      </ul>
    </div>
  );
}

/** Such as “compresor · presion*: Low 5, High 8.4”. */
function rowSummary({ deviceType, tag, states, limits, meter = {} }: ProfileSetting): string {
  const texts = tagHeadings();
  const ofLimits = LIMIT_NAMES.flatMap((name) => {
    const value = limits[name];
    return value === undefined ? [] : [`${texts[name]} ${value}`];
  });
  const place = [deviceType || t('editors.config.tags.everyType', 'Every type'), tag || '?'].join(' · ');
  const ofMeter = METER_NUMBERS.flatMap((name) => (meter[name] === undefined ? [] : [`${texts[name]} ${meter[name]}`]));
  const ofReplacements = meter.replaced?.map(({ device, at }) => `${texts.replaced} ${device} ${at}`) ?? [];
  const ofStates = states.map(({ value, name }) => `${value} ${name}`);
  const profile = [...ofStates, ...ofLimits, ...ofMeter, ...ofReplacements].join(', ');
  return profile === '' ? place : `${place}: ${profile}`;
}

function getStyles(theme: GrafanaTheme2) {
  return {
    row: css({ border: `1px solid ${theme.colors.border.weak}`, borderRadius: theme.shape.radius.default }),
    head: css({
      display: 'flex',
      flexWrap: 'wrap',
      alignItems: 'center',
      justifyContent: 'space-between',
      gap: theme.spacing(0, 2),
      padding: theme.spacing(0.5, 1),
    }),
    // A long row wraps instead of widening the page.
    summary: css({
      height: 'auto',
      minHeight: theme.spacing(4),
      minWidth: 0,
      textAlign: 'left',
      '& > span': { whiteSpace: 'normal', overflowWrap: 'anywhere' },
    }),
    hints: css({ padding: theme.spacing(0, 2, 1) }),
    content: css({ padding: theme.spacing(1, 2, 2) }),
    matched: css({ marginTop: theme.spacing(2) }),
    list: css({ listStyle: 'none', columnWidth: theme.spacing(40) }),
  };
}
