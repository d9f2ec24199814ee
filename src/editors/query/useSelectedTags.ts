import { useCallback, useMemo } from 'react';
import type { Device, Tag } from '../../core/inventory/device';
import { compileFilter, EVERY_SERIES } from '../../core/inventory/seriesFilter';
import { findTagProfile, type TagProfile } from '../../core/inventory/tagProfile';
import { isPattern, unquoted } from '../../core/inventory/textPattern';
import type { ConditionTag } from '../../locales/conditionTexts';
import { containsVariable } from '../../query/dashboard';
import type { FilterLists } from '../../query/savedQuery';
import type { EditorDataSource } from '../shared/editorProps';
import type { InventoryList } from '../shared/useInventory';
import { useLoaded } from '../shared/useLoaded';

/** A tag of the inventory that a query selects. */
export interface SelectedTag {
  readonly device: Device;
  readonly tag: Tag;
  readonly profile: TagProfile;
}

/** The tags of a query, as far as they are known before it runs. */
export interface SelectedTags {
  readonly tags: readonly SelectedTag[];
  /** False if there may be others: a variable, a code that the inventory does not have, or nothing loaded yet. */
  readonly areAll: boolean;
}

const NOTHING_KNOWN: SelectedTags = { tags: [], areAll: false };

/** The tags that a query selects, with what their values mean. They stay while the query changes in anything but its filter. */
export function useSelectedTags(source: EditorDataSource, inventory: InventoryList, query: FilterLists): SelectedTags {
  const { state } = inventory;
  const { sites, areas, deviceTypes, devices, tags } = query;
  const content = JSON.stringify({ sites, areas, deviceTypes, devices, tags } satisfies FilterLists);
  const filter = useMemo(() => JSON.parse(content) as FilterLists, [content]);
  const find = useCallback(
    async () => (state.status === 'ready' ? findSelectedTags(source, state.devices, filter) : undefined),
    [source, state, filter]
  );
  return useLoaded(find) ?? NOTHING_KNOWN;
}

async function findSelectedTags(
  source: EditorDataSource,
  devices: readonly Device[],
  { sites, areas, deviceTypes, devices: codes, tags: keys }: FilterLists
): Promise<SelectedTags> {
  const lists = [sites, areas, deviceTypes, codes, keys];
  const selectsDevices = lists.slice(0, 4).some((list) => list.length > 0);
  if (!selectsDevices || keys.length === 0 || lists.flat().some(containsVariable)) {
    return NOTHING_KNOWN;
  }
  try {
    const filter = await compileFilter(
      { ...EVERY_SERIES, sites, areas, deviceTypes, devices: codes, tags: keys },
      devices
    );
    const profiles = await source.tagProfiles();
    if (filter.kind !== 'filter') {
      return NOTHING_KNOWN;
    }
    const tags = devices
      .filter((device) => filter.includesDevice(device))
      .flatMap((device) =>
        device.tags
          .filter((tag) => filter.includesTag(tag))
          .map((tag) => ({ device, tag, profile: findTagProfile(profiles, device.type, tag) }))
      );
    const listed = new Set(devices.map(({ code }) => code));
    return {
      tags,
      areAll: tags.length > 0 && codes.every((code) => isPattern(code) || listed.has(unquoted(code))),
    };
  } catch {
    // What regular expressions need could not be loaded: the pickers say so.
    return NOTHING_KNOWN;
  }
}

/** The unit that all tags share; empty if they do not. */
export function sharedUnit({ tags, areAll }: SelectedTags): string {
  const units = new Set(tags.map(({ tag }) => tag.unit));
  return areAll && units.size === 1 ? [...units][0]! : '';
}

/** What the values of all selected tags mean; undefined if they are not all known. */
export function knownProfiles({ tags, areAll }: SelectedTags): readonly TagProfile[] | undefined {
  return areAll ? tags.map(({ profile }) => profile) : undefined;
}

/** What a text says of all selected tags, with the names of the first one. */
export function sharedTag(selected: SelectedTags): ConditionTag {
  return { unit: sharedUnit(selected), profile: knownProfiles(selected)?.[0] ?? { states: [], limits: {} } };
}
