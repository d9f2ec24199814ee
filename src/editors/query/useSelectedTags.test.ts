import { act, renderHook } from '@testing-library/react';
import type { FilterLists } from '../../query/savedQuery';
import type { EditorDataSource } from '../shared/editorProps';
import type { InventoryList } from '../shared/useInventory';
import { device, PLANT, plantSource } from '../test/plant';
import { useSelectedTags } from './useSelectedTags';

const QUERY: FilterLists = { sites: [], areas: [], deviceTypes: [], devices: ['COMP-01'], tags: ['presion'] };

function inventoryOf(devices: typeof PLANT | undefined): InventoryList {
  return {
    state: devices === undefined ? { status: 'loading' } : { status: 'ready', devices },
    variables: [],
    isSlow: false,
    waitForDevices: async () => devices ?? [],
    retry: () => undefined,
  };
}

interface Shown {
  readonly source: EditorDataSource;
  readonly inventory: InventoryList;
}

async function select(source: EditorDataSource, inventory: InventoryList) {
  const { result, rerender } = renderHook((shown: Shown) => useSelectedTags(shown.source, shown.inventory, QUERY), {
    initialProps: { source, inventory },
  });
  const settle = () => act(async () => undefined);
  await settle();
  return { units: () => result.current.tags.map(({ tag }) => tag.unit), show: rerender, settle };
}

it('finds the tags of the query in the inventory', async () => {
  const { units } = await select(plantSource(), inventoryOf(PLANT));
  expect(units()).toEqual(['bar']);
});

it('knows nothing of another data source until its inventory is loaded, although the query is the same', async () => {
  const { units, show, settle } = await select(plantSource(), inventoryOf(PLANT));
  const other = plantSource();
  show({ source: other, inventory: inventoryOf(undefined) });
  expect(units()).toEqual([]);
  await settle();
  expect(units()).toEqual([]);
  const inPsi = [device('COMP-01', 'Compresor 1', 'compresor', 'Bilbao', 'Aire', [['presion', 'Presión', 'psi']])];
  show({ source: other, inventory: inventoryOf(inPsi) });
  await settle();
  expect(units()).toEqual(['psi']);
});
