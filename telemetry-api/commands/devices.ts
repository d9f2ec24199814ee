import { Command } from 'commander';
import { readInventory, readLastContacts } from '../store/inventory/readInventory.ts';
import { formatList, listTime } from './output/formatList.ts';
import { jsonOption } from './options.ts';
import { withDatabase } from './withDatabase.ts';

const LIST_COLUMNS = ['device', 'name', 'type', 'site', 'area', 'active', 'lastContact', 'tags'] as const;

export function devicesCommand(): Command {
  return new Command('devices').description('list devices; import devices creates them').addCommand(listCommand());
}

function listCommand(): Command {
  return new Command('list')
    .description('list all devices with their tags, also inactive ones')
    .addOption(jsonOption())
    .action(({ json = false }: { readonly json?: boolean }) =>
      withDatabase(async ({ pool }) => {
        const [{ devices }, contacts] = await Promise.all([readInventory(pool), readLastContacts(pool)]);
        const sorted = [...devices.values()].sort((a, b) => (a.code < b.code ? -1 : 1));
        const items = sorted.map((device) => ({
          ...{ device: device.code, name: device.name, type: device.kind, site: device.site.code, area: device.area },
          ...{ active: device.active, lastContact: listTime(contacts.get(device.code) ?? null) },
          tags: device.tags.map(({ key }) => key),
        }));
        process.stdout.write(formatList(LIST_COLUMNS, items, json));
      })
    );
}
