import '../test/browserLayout';
import { LoadingState, type PanelData } from '@grafana/data';
import { act, render, screen, waitFor } from '@testing-library/react';
import React, { useState } from 'react';
import { DEFAULT_HISTORY_QUERY } from '../../query/normalizeQuery';
import type { HistoryQuery, TelemetryQuery } from '../../query/telemetryQuery';
import type { EditorDataSource } from '../shared/editorSource';
import { QueryEditor } from './QueryEditor';
import { linesOf, newUser, pick } from '../test/pick';
import { PLANT, plantSource } from '../test/plant';

describe('QueryEditor', () => {
  it('offers the devices of the inventory by name and code, under their sites', async () => {
    const { user } = open({});
    expect(await linesOf(user, 'Devices', 'compresor')).toEqual([
      'Compresor 1 (COMP-01)',
      'Compresor 2 (COMP-02)',
      'compresorUse as typed',
    ]);
    expect(screen.getByText('Bilbao · Aire')).toBeInTheDocument();
  });

  it('saves the code of a device and runs the query', async () => {
    const { user, saved, runs } = open({});
    await pick(user, 'Devices', /Compresor 1/);
    expect(saved().devices).toEqual(['COMP-01']);
    expect(runs()).toBe(1);
  });

  it('offers only the tags of the devices that were chosen', async () => {
    const { user } = open({});
    await pick(user, 'Devices', /Horno/);
    const lines = await linesOf(user, 'Tags');
    expect(lines).toContain('Temperatura de zona 1 (temperatura)°C · 1 device');
    expect(lines.join()).not.toContain('presion');
  });

  it('takes a variable from the list and one that was typed', async () => {
    const { user, saved } = open({});
    await pick(user, 'Devices', /\$device/);
    await pick(user, 'Tags', /\$anyTag/, '$anyTag');
    expect(saved()).toMatchObject({ devices: ['$device'], tags: ['$anyTag'] });
  });

  it('forgets what was only searched for', async () => {
    const { user } = open({});
    await linesOf(user, 'Devices', 'comp');
    await user.keyboard('{Escape}');
    await user.tab();
    expect(screen.getByLabelText('Devices')).toHaveValue('');
  });

  it('shows a code that is not in the inventory as it is, with a hint', async () => {
    open({ devices: ['OLD-7'], tags: ['presion'] });
    expect(await screen.findByText(/Not in the inventory: OLD-7/)).toBeInTheDocument();
    expect(screen.getByText('OLD-7')).toBeInTheDocument();
  });

  it('says which tag none of the chosen devices measures', async () => {
    open({ devices: ['HORNO-1'], tags: ['presion'] });
    expect(await screen.findByText('Not measured by the chosen devices: presion.')).toBeInTheDocument();
  });

  it('says no such thing of a variable', async () => {
    open({ devices: ['$device'], tags: ['$tag'] });
    await waitFor(() => expect(screen.getByText('$device')).toBeInTheDocument());
    expect(screen.queryByRole('status')).not.toBeInTheDocument();
  });

  it('takes a step that was typed', async () => {
    const { user, saved } = open({});
    await user.type(screen.getByLabelText('Interval'), '90m');
    await user.keyboard('{Enter}');
    expect(saved().interval).toBe('90m');
  });

  it('explains a step that cannot be one, and does not save it', async () => {
    const { user, saved, runs } = open({});
    await user.type(screen.getByLabelText('Interval'), '7m{Enter}');
    expect(screen.getByRole('alert')).toHaveTextContent('“7m” does not divide a day evenly');
    expect(screen.getByRole('alert')).toHaveTextContent('The nearest that do: 6m, 8m.');
    expect(saved().interval).toBe('auto');
    expect(runs()).toBe(0);
  });

  it('forgets the refused step once a good one is chosen', async () => {
    const { user, saved } = open({});
    await user.type(screen.getByLabelText('Interval'), 'soon{Enter}');
    expect(screen.getByRole('alert')).toHaveTextContent('“soon” is no interval');
    await pick(user, 'Interval', '1 hour');
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    expect(saved().interval).toBe('1h');
  });

  it('asks when steps begin only where they last hours', async () => {
    const { user, saved } = open({});
    expect(screen.queryByLabelText('Steps begin at')).not.toBeInTheDocument();
    await pick(user, 'Interval', '8 hours');
    await pick(user, 'Steps begin at', /^06:00/);
    expect(saved()).toMatchObject({ interval: '8h', offset: '06:00' });
    await pick(user, 'Interval', '15 minutes');
    expect(screen.queryByLabelText('Steps begin at')).not.toBeInTheDocument();
    expect(saved()).toMatchObject({ interval: '15m', offset: '' });
  });

  it.each(['05:45', '$start'])('takes a typed %s as the time at which steps begin', async (text) => {
    const { user, saved } = open({ interval: '8h' });
    await user.type(screen.getByLabelText('Steps begin at'), `${text}{Enter}`);
    expect(saved().offset).toBe(text);
  });

  it('explains what is no time of day, and does not save it', async () => {
    const { user, saved, runs } = open({ interval: '8h' });
    await user.type(screen.getByLabelText('Steps begin at'), '6h{Enter}');
    expect(screen.getByRole('alert')).toHaveTextContent('“6h” is no time of day. Write hours and minutes');
    expect(saved().offset).toBe('');
    expect(runs()).toBe(0);
  });

  it('shows a saved time that the interval cannot begin at, with what to do', async () => {
    open({ interval: '1d', offset: '06:00' });
    expect(await screen.findByRole('alert')).toHaveTextContent('Choose the interval 24h, or midnight.');
    expect(screen.getByLabelText('Steps begin at')).toHaveValue('06:00');
  });

  it('shows an interval that was saved by another hand and cannot be one', async () => {
    open({ interval: '7m' });
    expect(await screen.findByRole('alert')).toHaveTextContent('“7m” does not divide a day evenly');
  });

  it('tells the days of the server from those of the dashboard', async () => {
    const { user } = open({});
    const lines = await linesOf(user, 'Interval');
    expect(lines).toContain('1 dayFrom midnight to midnight in UTC');
    expect(lines).toContain('1 day, local timeFrom midnight to midnight in the time zone of the dashboard');
  });

  it.each([
    ['1d', 'Europe/Madrid', true],
    ['1d', 'utc', false],
    ['24h', 'Europe/Madrid', false],
    ['1h', 'Europe/Madrid', false],
  ])('with interval %s on a dashboard in %s hints at the zone of the days: %s', async (interval, timezone, hints) => {
    open({ interval }, plantSource(), { request: { timezone }, series: [] } as unknown as PanelData);
    await act(async () => undefined);
    expect(screen.queryAllByText(/^Days of UTC, as the server keeps them/)).toHaveLength(hints ? 1 : 0);
  });

  it('keeps the options out of sight, but says what they are set to', async () => {
    const { user, saved } = open({ fill: 'linear', noCache: true });
    expect(screen.getByText('Empty steps: Straight line · Everything is asked for anew')).toBeInTheDocument();
    expect(screen.queryByLabelText(/^Always ask anew/)).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Options', expanded: false }));
    await user.click(screen.getByLabelText(/^Always ask anew/));
    expect(saved().noCache).toBe(false);
    await pick(user, 'Empty steps', 'Leave a gap');
    expect(saved().fill).toBe('gap');
  });

  it('keeps one statistic at least', async () => {
    const { user, saved, runs } = open({ statistics: ['max'] });
    await pick(user, 'Statistics', 'Maximum');
    expect(saved().statistics).toEqual(['max']);
    expect(runs()).toBe(0);
    await user.click(screen.getByRole('option', { name: 'Average' }));
    expect(saved().statistics).toEqual(['avg', 'max']);
  });

  it('takes the legend when Enter is pressed or the field is left, not on every key', async () => {
    const { user, saved, runs } = open({});
    await user.type(screen.getByLabelText('Legend'), '{{{{name}}');
    expect(runs()).toBe(0);
    await user.tab();
    expect(saved().legend).toBe('{{name}}');
    expect(runs()).toBe(1);
  });

  it('turns to alerts and keeps devices and tags', async () => {
    const { user, saved } = open({ devices: ['COMP-01'], tags: ['presion'] });
    await user.click(screen.getByRole('radio', { name: 'Alerts' }));
    expect(saved()).toMatchObject({ kind: 'alerts', devices: ['COMP-01'], tags: ['presion'], state: 'all' });
    expect(screen.getByRole('radio', { name: 'Open or acknowledged' })).toBeInTheDocument();
  });

  it('opens a query that was saved incomplete with the defaults, and saves nothing by itself', async () => {
    const { runs, changes } = open({ refId: 'A' } as Partial<HistoryQuery>);
    expect(await screen.findByText('Average')).toBeInTheDocument();
    expect(screen.getByText('Min–max band')).toBeInTheDocument();
    expect(changes()).toBe(0);
    expect(runs()).toBe(0);
  });

  it('explains why the inventory is missing and lets codes be typed', async () => {
    const source: EditorDataSource = {
      listDevices: () => Promise.reject(new Error('The API key lacks the permission for v1/dispositivos.')),
      variableNames: () => [],
      dayBucketZone: () => 'UTC',
    };
    const { user, saved } = open({}, source);
    expect(await screen.findByRole('alert')).toHaveTextContent('The API key lacks the permission for v1/dispositivos.');
    await pick(user, 'Devices', /COMP-09/, 'COMP-09');
    expect(saved().devices).toEqual(['COMP-09']);
    expect(screen.queryByText(/Not in the inventory/)).not.toBeInTheDocument();
  });

  it('asks for the inventory again on demand', async () => {
    let failing = true;
    const source: EditorDataSource = {
      listDevices: async () => (failing ? Promise.reject(new Error('Out of reach.')) : PLANT),
      variableNames: () => [],
      dayBucketZone: () => 'UTC',
    };
    const { user } = open({ devices: ['COMP-01'] }, source);
    const retry = await screen.findByRole('button', { name: 'Try again' });
    failing = false;
    await user.click(retry);
    expect(await screen.findByText('Compresor 1 (COMP-01)')).toBeInTheDocument();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  it('says that the key sees no site when there are no devices', async () => {
    open({}, plantSource([]));
    expect(await screen.findByText(/The key sees no site with active devices/)).toBeInTheDocument();
  });

  it('drops the inventory of a data source that was left for another', async () => {
    let answerLate: (devices: typeof PLANT) => void = () => undefined;
    const slow: EditorDataSource = {
      listDevices: () => new Promise((resolve) => (answerLate = resolve)),
      variableNames: () => [],
      dayBucketZone: () => 'UTC',
    };
    const query: HistoryQuery = { ...DEFAULT_HISTORY_QUERY, refId: 'A', devices: ['COMP-01'] };
    const props = { query, onChange: () => undefined, onRunQuery: () => undefined };
    const { rerender } = render(<QueryEditor {...props} datasource={slow} />);
    rerender(<QueryEditor {...props} datasource={plantSource([{ ...PLANT[0]!, name: 'Soplante' }])} />);
    expect(await screen.findByText('Soplante (COMP-01)')).toBeInTheDocument();
    await act(async () => answerLate(PLANT));
    expect(screen.getByText('Soplante (COMP-01)')).toBeInTheDocument();
  });

  it('says what was drawn for this query', async () => {
    const plan = { level: '1h', step: '6h', rows: 1_440, requests: 2, reason: '' };
    const frame = (refId: string, custom: unknown) => ({ refId, fields: [], length: 0, meta: { custom } });
    const data = {
      state: LoadingState.Done,
      series: [frame('A', { plan }), frame('B', { plan: { ...plan, rows: 9 } }), frame('A', { plan: 'odd' })],
    } as unknown as PanelData;
    open({}, plantSource(), data);
    expect(
      await screen.findByText('A point every 6 hours, from buckets of 1 hour · 1,440 rows · 2 requests')
    ).toBeInTheDocument();
  });
});

function open(fields: Partial<HistoryQuery>, source: EditorDataSource = plantSource(), data?: PanelData) {
  let last: TelemetryQuery = Object.freeze({ ...DEFAULT_HISTORY_QUERY, refId: 'A', ...fields });
  let changes = 0;
  let runs = 0;
  const Panel = () => {
    const [query, setQuery] = useState(last);
    return (
      <QueryEditor
        datasource={source}
        query={query}
        data={data}
        onChange={(edited) => {
          changes += 1;
          last = Object.freeze(edited);
          setQuery(last);
        }}
        onRunQuery={() => (runs += 1)}
      />
    );
  };
  render(<Panel />);
  return {
    user: newUser(),
    saved: () => last as HistoryQuery,
    changes: () => changes,
    runs: () => runs,
  };
}
