import '../../editors/test/jsdomLayout';
import { render, screen, within } from '@testing-library/react';
import React from 'react';
import type { Device } from '../../core/inventory/device';
import { isComplete, normalizeQuery } from '../normalizeQuery';
import type { TelemetryQuery } from '../kinds';
import { device, PLANT, plantSource } from '../../editors/test/plant';
import { newUser } from '../../editors/test/userActions';
import { QueryHelp } from './QueryHelp';

const METER = device('MET-1', 'Meter', 'medidor', 'Bilbao', 'Aire', [['energia', 'Energy', 'kWh']]);
const COUNTER: Device = { ...METER, tags: METER.tags.map((tag) => ({ ...tag, type: 'contador' })) };

const LINE = device('LIN-1', 'Line', 'linea', 'Bilbao', 'Aire', [['estado', 'State (0 stopped, 1 running)', '']]);
const TORQUE = { key: 'par_motor', name: 'Par del motor', unit: 'Nm', type: 'medida' };
const MACHINE: Device = { ...LINE, tags: [...LINE.tags.map((tag) => ({ ...tag, type: 'estado' })), TORQUE] };

function open(devices: readonly Device[]) {
  const clicked: TelemetryQuery[] = [];
  render(
    <QueryHelp
      datasource={plantSource(devices) as never}
      query={{ refId: 'A' } as TelemetryQuery}
      onClickExample={(query) => clicked.push(query as TelemetryQuery)}
    />
  );
  return { user: newUser(), clicked };
}

it('every example is a query that can run, about devices and tags that exist', async () => {
  const { user, clicked } = open([...PLANT, COUNTER, MACHINE]);
  await screen.findByRole('button', { name: 'Consumption per day' });
  for (const button of screen.getAllByRole('button')) {
    await user.click(button);
  }
  expect(clicked.map(({ kind }) => kind)).toEqual([
    ...Array.from({ length: 7 }, () => 'history'),
    ...Array.from({ length: 4 }, () => 'periods'),
    'runs',
    'runs',
    'latest',
    'alerts',
    'alerts',
    'alerts',
    'devices',
    'exports',
  ]);
  for (const query of clicked) {
    const normalized = normalizeQuery(query);
    expect(normalized.kind !== 'unreadable' && isComplete(normalized)).toBe(true);
    // Nothing of an example is lost as an unknown or unusable value.
    expect(normalized).toMatchObject(query);
  }
  expect(clicked[0]).toMatchObject({ devices: ['COMP-01'], tags: ['presion'] });
  expect(clicked[2]).toMatchObject({ interval: 'range', statistics: ['avg', 'min', 'max'] });
  expect(clicked[5]).toMatchObject({ devices: ['MET-1'], tags: ['energia'], statistics: ['increase'] });
  expect(clicked[6]).toMatchObject({ interval: '8h', offset: '06:00', shift: '1w', alsoUnshifted: true });
  expect(clicked[7]).toMatchObject({
    devices: ['LIN-1'],
    tags: ['estado'],
    condition: { operator: '=', value: 'running' },
  });
  expect(clicked[8]).toMatchObject({ devices: ['LIN-1'], tags: ['estado'], format: 'states' });
  expect(clicked[9]).toMatchObject({
    devices: ['COMP-01'],
    tags: ['presion'],
    condition: { operator: '>', value: '0' },
  });
});

it('shows what each example sets, as the query editor calls it', async () => {
  open([...PLANT, COUNTER]);
  const settings = (title: string) =>
    within(screen.getByRole('button', { name: title }).parentElement!).getByText(/^Query type: /).textContent;
  await screen.findByRole('button', { name: 'Trend of a tag' });
  expect(settings('Trend of a tag')).toBe('Query type: History · Devices: COMP-01 · Tags: presion');
  expect(settings('Averages per shift')).toBe(
    'Query type: History · Devices: COMP-01 · Tags: presion · Interval: 8 hours · Steps start at: 06:00'
  );
  expect(settings('The same a week earlier')).toBe(
    'Query type: History · Devices: COMP-01 · Tags: presion · Statistics: Average · Time shift: 1 week earlier'
  );
  expect(settings('Consumption per shift, this week against last week')).toBe(
    'Query type: History · Devices: MET-1 · Tags: energia · Interval: 8 hours · Steps start at: 06:00 · Statistics: Increase (counters) · Time shift: 1 week earlier · Compare: on'
  );
  expect(settings('The same per day')).toBe(
    'Query type: Periods · Devices: COMP-01 · Tags: presion · Condition: > 0 · Format: Per step · Interval: 1 day'
  );
  expect(settings('Open alerts')).toBe('Query type: Alerts · State: Open or acknowledged');
  expect(settings('Alerts over time')).toBe('Query type: Alerts · Format: Count per step');
  expect(settings('Exports')).toBe('Query type: Exports');
  // Nothing that only programmers read.
  expect(document.body.textContent).not.toMatch(/[{}"]/);
});

it('has the examples that need no device when the inventory is empty', async () => {
  open([]);
  expect((await screen.findAllByRole('button')).map(({ textContent }) => textContent)).toEqual([
    'Latest values',
    'Open alerts',
    'Alerts over time',
    'Alerts per device over time',
    'Devices and their connection',
    'Exports',
  ]);
});
