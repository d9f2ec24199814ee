import { t } from '@grafana/i18n';
import { Button, Field, IconButton, Input, Stack, Text } from '@grafana/ui';
import React, { useId, useState } from 'react';
import { hasMeterNumber, METER_NUMBERS, type MeterSetting, type ReplacementSetting } from '../../core/inventory/meter';
import { translate } from '../../locales/translate';
import { tagHeadings } from '../../locales/tagProblemTexts';
import { isInstant } from '../../query/tagSettings';
import { FieldCell, FieldRow } from '../shared/FieldRow';
import { NumberField } from './NumberField';

interface MeterFieldsProps {
  readonly meter: MeterSetting;
  /** Called with undefined when nothing is left. */
  onChange(meter: MeterSetting | undefined): void;
}

/** What is known of the meters of a row. */
export function MeterFields({ meter, onChange }: MeterFieldsProps) {
  const headings = tagHeadings();
  const { replaced = [] } = meter;
  const save = (edited: MeterSetting) => {
    const isEmpty = !hasMeterNumber(edited) && (edited.replaced ?? []).length === 0;
    onChange(isEmpty ? undefined : edited);
  };
  const saveReplaced = (edited: readonly ReplacementSetting[]) => save({ ...meter, replaced: edited });
  return (
    <div role="group" aria-label={t('editors.config.tags.meter', 'Meter')}>
      <Text variant="bodySmall" weight="medium">
        {t('editors.config.tags.meter', 'Meter')}
      </Text>
      <Text variant="bodySmall" color="secondary" element="p">
        {t(
          'editors.config.tags.meterDescription',
          'What the readings of a counter cannot show, for its increases: the first value that its register cannot hold, such as 10000 with four digits; the most that it counts in an hour, of which it counts at most 25 times as much at once; and when a meter was replaced.'
        )}
      </Text>
      <Stack direction="column" gap={1}>
        <FieldRow>
          {METER_NUMBERS.map((name) => (
            <FieldCell key={name} size="short">
              <NumberField
                label={headings[name]}
                value={meter[name]}
                onChange={(value) => save({ ...meter, [name]: value })}
              />
            </FieldCell>
          ))}
        </FieldRow>
        {replaced.map((replacement, index) => (
          <ReplacementFields
            key={index}
            number={index + 1}
            replacement={replacement}
            onChange={(edited) => saveReplaced(replaced.map((other, place) => (place === index ? edited : other)))}
            remove={() => saveReplaced(replaced.filter((_, place) => place !== index))}
          />
        ))}
        <div>
          <Button
            variant="secondary"
            size="sm"
            icon="plus"
            onClick={() => saveReplaced([...replaced, { device: '', at: '', last: NaN, first: NaN }])}
          >
            {t('editors.config.tags.addReplacement', 'Add replacement')}
          </Button>
        </div>
      </Stack>
    </div>
  );
}

interface ReplacementFieldsProps {
  /** From 1. */
  readonly number: number;
  readonly replacement: ReplacementSetting;
  onChange(replacement: ReplacementSetting): void;
  remove(): void;
}

function ReplacementFields({ number, replacement, onChange, remove }: ReplacementFieldsProps) {
  const deviceId = useId();
  const numberOrNone = (value: number | undefined) => value ?? NaN;
  return (
    <div role="group" aria-label={t('editors.config.tags.replacement', 'Replacement {{number}}', { number })}>
      <FieldRow>
        <FieldCell size="short">
          <Field label={t('editors.config.tags.replacedDevice', 'Device code')} noMargin>
            <Input
              id={deviceId}
              value={replacement.device}
              placeholder={t('editors.config.tags.everyDevice', 'All')}
              onChange={({ currentTarget }) => onChange({ ...replacement, device: currentTarget.value })}
            />
          </Field>
        </FieldCell>
        <FieldCell size="long">
          <InstantField at={replacement.at} onChange={(at) => onChange({ ...replacement, at })} />
        </FieldCell>
        <FieldCell size="short">
          <NumberField
            label={t('editors.config.tags.lastOfOld', 'Old meter’s last value')}
            value={replacement.last}
            onChange={(value) => onChange({ ...replacement, last: numberOrNone(value) })}
          />
        </FieldCell>
        <FieldCell size="short">
          <NumberField
            label={t('editors.config.tags.firstOfNew', 'New meter’s first value')}
            value={replacement.first}
            onChange={(value) => onChange({ ...replacement, first: numberOrNone(value) })}
          />
        </FieldCell>
        <IconButton
          name="trash-alt"
          tooltip={translate('editors.config.tags.removeReplacement', 'Remove replacement {{number}}', {
            number,
          })}
          onClick={remove}
        />
      </FieldRow>
    </div>
  );
}

const EXAMPLE = '2026-09-14T09:30+02:00';

/** A time with its offset. Another text is saved, too, so that nothing is lost, and is not used. */
function InstantField({ at, onChange }: { readonly at: string; onChange(at: string): void }) {
  const id = useId();
  const [isEdited, setIsEdited] = useState(false);
  const isInvalid = isEdited && !isInstant(at);
  return (
    <Field
      label={t('editors.config.tags.replacedAt', 'Time')}
      invalid={isInvalid}
      error={
        isInvalid
          ? t(
              'editors.config.tags.notAnInstant',
              'Enter date and time with the offset from UTC, such as 2026-09-14T09:30+02:00.'
            )
          : undefined
      }
      noMargin
    >
      <Input
        id={id}
        value={at}
        placeholder={EXAMPLE}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
        onBlur={() => setIsEdited(true)}
      />
    </Field>
  );
}
