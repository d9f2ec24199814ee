import '../test/jsdomLayout';
import { render, screen, within } from '@testing-library/react';
import React from 'react';
import type { Device } from '../../core/inventory/device';
import { isComplete, normalizeQuery } from '../../query/normalizeQuery';
import type { TelemetryQuery } from '../../query/telemetryQuery';
import { device, PLANT, plantSource } from '../test/plant';
import { newUser } from '../test/userActions';
import { QueryHelp } from './QueryHelp';

const METER = device('MET-1', 'Meter', 'medidor', 'Bilbao', 'Aire', [['energia', 'Energy', 'kWh']]);
const COUNTER: Device = { ...METER, tags: METER.tags.map((tag) => ({ ...tag, type: 'contador' })) };

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
  const { user, clicked } = open([...PLANT, COUNTER]);
  await screen.findByRole('button', { name: 'Consumption per day' });
  for (const button of screen.getAllByRole('button')) {
    await user.click(button);
  }
  expect(clicked.map(({ kind }) => kind)).toEqual([
    ...Array.from({ length: 5 }, () => 'history'),
    'latest',
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
  expect(clicked[4]).toMatchObject({ devices: ['MET-1'], tags: ['energia'], statistics: ['increase'] });
});

it('shows each query as it would be saved', async () => {
  open(PLANT);
  const text = await screen.findByText('{"kind":"history","devices":["COMP-01"],"tags":["presion"]}');
  expect(within(text.parentElement!).getByRole('button')).toHaveTextContent('Trend of a tag');
});

it('has the examples that need no device when the inventory is empty', async () => {
  open([]);
  expect((await screen.findAllByRole('button')).map(({ textContent }) => textContent)).toEqual([
    'Latest values',
    'Open alerts',
    'Alerts over time',
    'Devices and their connection',
    'Exports',
  ]);
});
