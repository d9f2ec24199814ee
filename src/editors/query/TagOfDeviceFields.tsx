import { t } from '@grafana/i18n';
import { Field } from '@grafana/ui';
import React, { useId, useMemo } from 'react';
import type { FilterLists } from '../../query/savedQuery';
import { FieldCell } from '../shared/FieldRow';
import { deviceOptions, tagOptions } from '../shared/inventoryOptions';
import { OptionCombobox } from '../shared/OptionCombobox';
import { type PickerOption, variableOptions } from '../shared/pickerOptions';
import { type InventoryList, loadedDevices } from '../shared/useInventory';

/** A tag, of a device or of each that the query selects. */
export interface TagOfDevice {
  readonly tag: string;
  /** Empty: each device has its own. */
  readonly device: string;
}

/** The filter that selects such a tag. @param query the filter of the devices */
export function filterOfTag(
  { sites, areas, deviceTypes, devices }: FilterLists,
  { tag, device }: TagOfDevice
): FilterLists {
  const ofQuery = { sites, areas, deviceTypes, devices };
  return {
    ...(device === '' ? ofQuery : { sites: [], areas: [], deviceTypes: [], devices: [device] }),
    tags: tag === '' ? [] : [tag],
  };
}

interface TagOfDeviceFieldsProps extends TagOfDevice {
  readonly label: string;
  readonly placeholder: string;
  /** What is said of no tag, if that is a choice. */
  readonly none?: string;
  /** Those of the query. */
  readonly devices: readonly string[];
  readonly inventory: InventoryList;
  onChange(changed: TagOfDevice): void;
}

/** The cells in which a tag is picked that says something of others. */
export function TagOfDeviceFields(props: TagOfDeviceFieldsProps) {
  const { label, placeholder, none, tag, device, devices, inventory, onChange } = props;
  const { state, variables } = inventory;
  const options = useMemo(() => {
    const listed = loadedDevices(state);
    return { devices: deviceOptions(listed), tags: tagOptions(listed, device === '' ? devices : [device]) };
  }, [state, devices, device]);
  const own = t('editors.runDevice.own', 'Each its own');
  return (
    <>
      <PickerCell
        label={label}
        value={tag}
        placeholder={placeholder}
        options={[
          ...(none === undefined ? [] : [{ value: '', label: none }]),
          ...options.tags,
          ...variableOptions(variables),
        ]}
        onChange={(text) => onChange({ tag: text.trim(), device })}
      />
      <PickerCell
        label={t('editors.runDevice.label', 'On device')}
        value={device}
        placeholder={own}
        options={[{ value: '', label: own }, ...options.devices, ...variableOptions(variables)]}
        onChange={(text) => onChange({ tag, device: text.trim() })}
      />
    </>
  );
}

interface PickerCellProps {
  readonly label: string;
  readonly value: string;
  readonly placeholder: string;
  readonly options: readonly PickerOption[];
  onChange(value: string): void;
}

/** A cell with a text that is picked or entered. */
export function PickerCell({ label, ...picker }: PickerCellProps) {
  const id = useId();
  return (
    <FieldCell size="short">
      <Field label={label} noMargin>
        <OptionCombobox id={id} {...picker} customValueDescription={t('editors.picker.custom', 'Custom value')} />
      </Field>
    </FieldCell>
  );
}
