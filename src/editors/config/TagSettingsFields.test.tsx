import '../test/jsdomLayout';
import { type DataSourceSrv, setDataSourceSrv } from '@grafana/runtime';
import { fireEvent, render, screen, within } from '@testing-library/react';
import React, { useState } from 'react';
import type { Device } from '../../core/inventory/device';
import type { TelemetrySettings } from '../../query/dataSourceSettings';
import { PLANT, plantSource } from '../test/plant';
import { SETTINGS } from '../test/settings';
import { newUser } from '../test/userActions';
import type { SavedSettings } from './settingsEdits';
import { TagSettingsFields } from './TagSettingsFields';

interface Options {
  readonly tags?: unknown;
  readonly isReadOnly?: boolean;
  readonly devices?: readonly Device[] | Error;
}

function open({ tags, isReadOnly = false, devices = PLANT }: Options = {}) {
  let requests = 0;
  const listDevices = async () => {
    requests += 1;
    if (devices instanceof Error) {
      throw devices;
    }
    return devices;
  };
  setDataSourceSrv({ get: async () => ({ ...plantSource(), listDevices }) } as unknown as DataSourceSrv);
  let saved: SavedSettings = { ...SETTINGS, jsonData: { tags: tags as TelemetrySettings['tags'] } };
  const Host = () => {
    const [settings, setSettings] = useState(saved);
    saved = settings;
    return <TagSettingsFields settings={settings} onChange={setSettings} isReadOnly={isReadOnly} />;
  };
  render(<Host />);
  return { user: newUser(), saved: () => saved.jsonData.tags, requests: () => requests };
}

const ROW = { deviceType: 'compresor', tag: 'presion', states: [], limits: { high: 8.4 } };
const STATE_ROW = { deviceType: '', tag: 'estado', states: [{ value: 0, name: 'parada' }], limits: {} };

function rowButtons() {
  return within(screen.getByRole('list')).getAllByRole('button', { expanded: false });
}

it('explains itself without rows, and asks for no inventory', () => {
  const { requests } = open();
  expect(screen.getByText(/There are no rows yet/)).toBeInTheDocument();
  expect(screen.queryByRole('list')).not.toBeInTheDocument();
  expect(requests()).toBe(0);
});

it('adds a row with patterns, limits and states', async () => {
  const { user, saved } = open();
  await user.click(screen.getByRole('button', { name: 'Add row' }));
  await user.type(screen.getByLabelText(/^Device type/), 'comp*');
  await user.type(screen.getByLabelText(/^Tag/), 'presion');
  await user.type(screen.getByLabelText('Low'), '4,5');
  await user.type(screen.getByLabelText('High'), '8.4');
  await user.click(screen.getByRole('button', { name: 'Add state' }));
  await user.type(screen.getByLabelText('Name of 0'), 'off');
  await user.click(screen.getByRole('button', { name: 'Add state' }));
  await user.type(screen.getByLabelText('Name of 1'), 'on');
  const value = screen.getByLabelText('Value of on');
  await user.clear(value);
  await user.type(value, '7');
  expect(saved()).toEqual([
    {
      deviceType: 'comp*',
      tag: 'presion',
      states: [
        { value: 0, name: 'off' },
        { value: 7, name: 'on' },
      ],
      limits: { low: 4.5, high: 8.4 },
    },
  ]);
  expect(await screen.findByText('Matches 2 tags')).toBeInTheDocument();
  expect(screen.getByText('COMP-02 · presion: Presión de descarga')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'comp* · presion: 0 off, 7 on, Low 4.5, High 8.4' })).toBeInTheDocument();
});

it('keeps a text that is no number in its field, and does not save it', async () => {
  const { user, saved } = open({ tags: [ROW] });
  await user.click(rowButtons()[0]!);
  await user.type(screen.getByLabelText('High'), 'x');
  expect(screen.getByText('“8.4x” is no number.')).toBeInTheDocument();
  expect(saved()).toEqual([ROW]);
  await user.clear(screen.getByLabelText('High'));
  expect(saved()).toEqual([{ ...ROW, limits: {} }]);
});

it('says what is wrong in a row, also while limits are in the wrong order', async () => {
  const { user, saved } = open({ tags: [ROW] });
  await user.click(rowButtons()[0]!);
  await user.type(screen.getByLabelText('High-high'), '8');
  expect(screen.getByText('Row 1, High-high: 8 is not higher than the limit before it.')).toBeInTheDocument();
  expect(screen.getByLabelText('High-high')).toHaveValue('8');
  await user.type(screen.getByLabelText('High-high'), '.9');
  expect(screen.queryByText(/is not higher/)).not.toBeInTheDocument();
  expect(saved()).toEqual([{ ...ROW, limits: { high: 8.4, highHigh: 8.9 } }]);
  await user.clear(screen.getByLabelText(/^Tag/));
  await user.type(screen.getByLabelText(/^Tag/), '/(/');
  expect(await screen.findByText(/^\/\(\/ is not a valid regular expression/)).toBeInTheDocument();
  expect(await screen.findByText('Matches 0 tags')).toBeInTheDocument();
});

it('moves and removes rows: the first that matches wins', async () => {
  const { user, saved } = open({ tags: [ROW, STATE_ROW] });
  await user.click(screen.getByRole('button', { name: 'Move row 2 up' }));
  expect(saved()).toEqual([STATE_ROW, ROW]);
  await user.click(screen.getByRole('button', { name: 'Remove row 2' }));
  expect(saved()).toEqual([STATE_ROW]);
  await user.click(screen.getByRole('button', { name: 'Remove row 1' }));
  expect(saved()).toBeUndefined();
});

it('shows nothing of a row before it is known what its own patterns match', async () => {
  const { user } = open({ tags: [ROW, { ...STATE_ROW, tag: '/(/' }] });
  const shown = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  await screen.findByText(/is not a valid regular expression/);
  await user.click(screen.getByRole('button', { name: 'Show matching tags' }));
  expect(await screen.findByText(/Matches [1-9]/)).toBeInTheDocument();
  await user.click(rowButtons()[0]!);
  fireEvent.change(screen.getByLabelText(/^Tag/), { target: { value: '/./' } });
  // The expression is not compiled before the library for it is loaded.
  expect(shown()[0]).toMatch(/Loading…/);
  fireEvent.click(screen.getByRole('button', { name: 'Move row 2 up' }));
  expect(shown().join()).not.toMatch(/Matches|not a valid/);
  expect(await screen.findByText(/is not a valid regular expression/)).toBeInTheDocument();
});

it('chooses a color with the color picker', async () => {
  const { user, saved } = open({ tags: [STATE_ROW] });
  await user.click(rowButtons()[0]!);
  await user.click(screen.getByRole('button', { name: 'Color of parada: blue' }));
  await user.click(await screen.findByRole('button', { name: /^dark-red color/i }));
  expect(saved()).toEqual([{ ...STATE_ROW, states: [{ value: 0, name: 'parada', color: 'dark-red' }] }]);
});

it('takes rows from a spreadsheet once all lines can be used', async () => {
  const { user, saved } = open({ tags: [ROW] });
  await user.click(screen.getByRole('button', { name: 'Paste from a spreadsheet' }));
  const text = screen.getByLabelText(/^Rows/);
  await user.click(text);
  await user.paste('\testado\t0=parada\nhorno\ttemperatura\t\t\t\thot');
  expect(screen.getByText('Line 2, High: “hot” is no number.')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Add 2 rows' })).toBeDisabled();
  await user.clear(text);
  await user.paste('\testado\t0=parada');
  await user.click(screen.getByRole('button', { name: 'Add 1 row' }));
  expect(saved()).toEqual([ROW, STATE_ROW]);
  await user.click(screen.getByRole('button', { name: 'Paste from a spreadsheet' }));
  await user.click(screen.getByLabelText(/^Rows/));
  await user.paste('\testado\t0=parada');
  await user.click(screen.getByRole('button', { name: 'Replace all rows' }));
  expect(saved()).toEqual([STATE_ROW]);
});

describe('a row that earlier ones hide', () => {
  const EVERY = { deviceType: '', tag: '*', states: [], limits: { high: 99 } };
  const STATES = [{ value: 0, name: 'parada' }];
  const hints = async (tags: unknown) => {
    const { user } = open({ tags });
    await user.click(screen.getByRole('button', { name: 'Show matching tags' }));
    await screen.findAllByText(/^Matches/);
    return screen.queryAllByText(/never apply/).map(({ textContent }) => textContent);
  };

  it('says by which one', async () => {
    expect(await hints([EVERY, ROW])).toEqual([
      'Its limits never apply: row 1 comes first and has those of all its tags.',
    ]);
  });

  it('says it of its states and of its limits', async () => {
    const other = { ...ROW, states: STATES, limits: {} };
    expect(await hints([other, EVERY, { ...ROW, states: STATES }])).toEqual([
      'Its states never apply: row 1 comes first and names those of all its tags.',
      'Its limits never apply: row 2 comes first and has those of all its tags.',
    ]);
  });

  it('names all rows that hide it together', async () => {
    const tags = [
      { ...ROW, tag: 'presion' },
      { ...ROW, tag: 'cau*' },
      { ...ROW, tag: '*' },
    ];
    expect(await hints(tags)).toEqual(['Its limits never apply: rows 1, 2 come first and have those of all its tags.']);
  });

  it.each<[string, unknown[]]>([
    ['it applies to one of its tags', [ROW, EVERY]],
    ['the other is after it', [ROW, { ...ROW, tag: 'x' }, EVERY]],
    ['the other has states, and it has limits', [{ ...EVERY, states: STATES, limits: {} }, ROW]],
    ['the other has an invalid pattern', [{ ...EVERY, tag: '/(/' }, ROW]],
    ['it matches nothing', [EVERY, { ...ROW, tag: 'nothing' }]],
  ])('is not one where %s', async (_, tags) => {
    expect(await hints(tags)).toEqual([]);
  });
});

it.each([
  [false, /^Rows.*those that are only here vanish when Grafana restarts\.$/],
  [true, /^Rows.*change them there\.$/],
])('says what becomes of rows of a data source that is provisioned (read-only: %s)', (isReadOnly, text) => {
  open({ isReadOnly });
  expect(screen.getByText(text)).toBeInTheDocument();
});

it('rejects a number that can be a decimal one or thousands, with the reason', async () => {
  const { user, saved } = open({ tags: [ROW] });
  await user.click(rowButtons()[0]!);
  await user.clear(screen.getByLabelText('High'));
  await user.type(screen.getByLabelText('High'), '1.000');
  expect(screen.getByText(/^“1.000” can be a decimal number or thousands/)).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Paste from a spreadsheet' }));
  await user.click(screen.getByLabelText(/^Rows/));
  await user.paste('Device type\tTag\tHigh\nlinea\tspeed\t1.000\ntanque\tlevel\t950');
  expect(screen.getByText(/^Line 2, High: “1.000” can be a decimal number or thousands/)).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Add 2 rows' })).toBeDisabled();
  expect(JSON.stringify(saved())).not.toContain('"speed"');
});

it('takes what is known of meters, and says which replacement is not complete', async () => {
  const { user, saved } = open();
  await user.click(screen.getByRole('button', { name: 'Add row' }));
  await user.type(screen.getByLabelText(/^Tag/), 'energia');
  await user.type(screen.getByLabelText('Rolls over at'), '9999');
  await user.type(screen.getByLabelText('Largest increase per hour'), '2,5');
  await user.click(screen.getByRole('button', { name: 'Add replacement' }));
  await user.type(screen.getByLabelText('Time'), '2026-09-14 09:30');
  await user.tab();
  expect(screen.getByText(/^Enter date and time with the offset from UTC/)).toBeInTheDocument();
  expect(screen.getByText(/“2026-09-14 09:30 \? -> \?” is no replacement/)).toBeInTheDocument();
  await user.type(screen.getByLabelText('Time'), '+02:00');
  await user.type(screen.getByLabelText('Device code'), 'COMP-01');
  await user.type(screen.getByLabelText('Old meter’s last value'), '98265.7');
  await user.type(screen.getByLabelText('New meter’s first value'), '12');
  const replaced = [{ device: 'COMP-01', at: '2026-09-14 09:30+02:00', last: 98_265.7, first: 12 }];
  expect(saved()).toMatchObject([{ tag: 'energia', meter: { rolloverAt: 9999, maxPerHour: 2.5, replaced } }]);
  expect(screen.queryByText(/is no replacement/)).not.toBeInTheDocument();
  expect(screen.getByText(/Rolls over at 9999, Largest increase per hour 2.5, Replaced COMP-01/)).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Remove replacement 1' }));
  await user.clear(screen.getByLabelText('Rolls over at'));
  await user.clear(screen.getByLabelText('Largest increase per hour'));
  expect(saved()?.[0]).not.toHaveProperty('meter');
});

it('says which empty cells continue the ones above them, and what an unknown line of headings is', async () => {
  const { user, saved } = open();
  await user.click(screen.getByRole('button', { name: 'Paste from a spreadsheet' }));
  await user.click(screen.getByLabelText(/^Rows/));
  await user.paste('linea\tspeed\t\t\t\t9\n\tlevel\t\t\t\t5');
  expect(screen.getByText('Empty cells continue the ones above them')).toBeInTheDocument();
  expect(screen.getByText('Line 2: Device type “linea”')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Add 2 rows' }));
  expect(saved()).toMatchObject([{ tag: 'speed' }, { deviceType: 'linea', tag: 'level', limits: { high: 5 } }]);
  await user.click(screen.getByRole('button', { name: 'Paste from a spreadsheet' }));
  await user.click(screen.getByLabelText(/^Rows/));
  await user.paste('Maskintyp\tGivare\tHög\nlinea\tspeed\t950');
  expect(screen.getByText(/^Line 1: this looks like a line of headings/)).toBeInTheDocument();
});

it('can be read, but not changed, if the data source is provisioned', async () => {
  const { user } = open({ tags: [ROW], isReadOnly: true });
  await user.click(rowButtons()[0]!);
  expect(screen.getByLabelText('High')).toBeDisabled();
  for (const name of ['Add row', 'Paste from a spreadsheet', 'Remove row 1']) {
    expect(screen.getByRole('button', { name })).toBeDisabled();
  }
  expect(await screen.findByText('COMP-01 · presion: Presión de descarga')).toBeInTheDocument();
});

it('shows unusable rows of a provisioning file with what is wrong', async () => {
  const { user } = open({ tags: ['presion', { tag: 'caudal', limits: { high: 'much' } }] });
  expect(screen.getByText(/^Row 1: presion cannot be read/)).toBeInTheDocument();
  expect(screen.getByText('Row 2, High: “much” is no number.')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Show matching tags' }));
  expect(await screen.findAllByText(/^Matches \d/)).toHaveLength(2);
});

it('lists at most twenty of the matched tags', async () => {
  const tags = Array.from({ length: 25 }, (_, index) => ({ key: `t${index}`, name: `T ${index}`, unit: '', type: '' }));
  const { user } = open({ tags: [{ ...ROW, tag: 't*' }], devices: [{ ...PLANT[0]!, tags }] });
  await user.click(rowButtons()[0]!);
  expect(await screen.findByText('Matches 25 tags')).toBeInTheDocument();
  expect(screen.getAllByText(/^COMP-01 · t/)).toHaveLength(20);
  expect(screen.getByText('and 5 more')).toBeInTheDocument();
});

it('asks for the inventory when matching tags are to be shown', async () => {
  const { user, requests } = open({ tags: [ROW, STATE_ROW] });
  expect(screen.queryByText(/^Matches/)).not.toBeInTheDocument();
  expect(requests()).toBe(0);
  await user.click(screen.getByRole('button', { name: 'Show matching tags' }));
  expect(await screen.findAllByText(/^Matches/)).toHaveLength(2);
  expect(screen.queryByRole('button', { name: 'Show matching tags' })).not.toBeInTheDocument();
  expect(requests()).toBe(1);
});

it('says why there is no preview', async () => {
  const { user } = open({ tags: [ROW], devices: new Error('The API key was rejected.') });
  await user.click(screen.getByRole('button', { name: 'Show matching tags' }));
  expect(await screen.findByText('No preview: The API key was rejected.')).toBeInTheDocument();
});
