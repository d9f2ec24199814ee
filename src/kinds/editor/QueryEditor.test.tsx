import '../../editors/test/jsdomLayout';
import { CoreApp, LoadingState, type PanelData } from '@grafana/data';
import { act, render, screen, waitFor } from '@testing-library/react';
import React, { useState } from 'react';
import { DEFAULT_HISTORY_QUERY, type HistoryQuery } from '../history/historyQuery';
import type { TelemetryQuery } from '../kinds';
import type { EditorDataSource } from '../../editors/shared/editorProps';
import { QueryEditor } from './QueryEditor';
import { listOptions, newUser, selectOption } from '../../editors/test/userActions';
import { PLANT, plantSource } from '../../editors/test/plant';

describe('QueryEditor', () => {
  it('suggests the devices of the inventory by name and code, grouped by site', async () => {
    const { user } = open({});
    expect(await listOptions(user, 'Devices', 'compresor')).toEqual([
      'Compresor 1 (COMP-01)',
      'Compresor 2 (COMP-02)',
      'compresorUse custom value',
    ]);
    expect(screen.getByText('Bilbao · Aire')).toBeInTheDocument();
  });

  it('saves the code of a device and runs the query', async () => {
    const { user, saved, runs } = open({});
    await selectOption(user, 'Devices', /Compresor 1/);
    expect(saved().devices).toEqual(['COMP-01']);
    expect(runs()).toBe(1);
  });

  it('suggests only the tags of the selected devices', async () => {
    const { user } = open({});
    await selectOption(user, 'Devices', /Horno/);
    const lines = await listOptions(user, 'Tags');
    expect(lines).toContain('Temperatura de zona 1 (temperatura)°C · 1 device');
    expect(lines.join()).not.toContain('presion');
  });

  it('accepts a listed and a typed variable', async () => {
    const { user, saved } = open({});
    await selectOption(user, 'Devices', /\$device/);
    await selectOption(user, 'Tags', /\$anyTag/, '$anyTag');
    expect(saved()).toMatchObject({ devices: ['$device'], tags: ['$anyTag'] });
  });

  it('shows a spinner in both pickers once devices have been loading for half a second', () => {
    jest.useFakeTimers();
    try {
      open({}, { ...plantSource(), listDevices: () => new Promise(() => undefined) });
      act(() => void jest.advanceTimersByTime(499));
      expect(screen.queryAllByTestId('spinner')).toHaveLength(0);
      act(() => void jest.advanceTimersByTime(1));
      expect(screen.getAllByTestId('spinner')).toHaveLength(2);
    } finally {
      jest.useRealTimers();
    }
  });

  it.each([
    [[], [], 'Choose a device and a tag'],
    [['COMP-01'], [], 'Choose a tag'],
    [[], ['presion'], 'Choose a device'],
  ])('with the devices %j and the tags %j says: %s', async (devices, tags, hint) => {
    open({ devices, tags });
    expect(await screen.findByText(hint)).toBeInTheDocument();
  });

  it('requires nothing if the query is complete, or of alerts', async () => {
    const { user } = open({ devices: ['COMP-01'], tags: ['presion'] });
    expect(screen.queryByText(/^Choose/)).not.toBeInTheDocument();
    await user.click(screen.getByRole('radio', { name: 'Alerts' }));
    await user.click(screen.getByRole('button', { name: /^Remove Compresor/ }));
    expect(screen.queryByText(/^Choose/)).not.toBeInTheDocument();
  });

  it('shows a code that is not in the inventory with a hint', async () => {
    open({ devices: ['OLD-7'], tags: ['presion'] });
    expect(await screen.findByText(/Not in the inventory: OLD-7/)).toBeInTheDocument();
    expect(screen.getByText('OLD-7')).toBeInTheDocument();
  });

  it('has the error of an invalid pattern at its field', async () => {
    open({ devices: ['/PUMP-(/'], tags: ['presion'] });
    const error = await screen.findByText(/^\/PUMP-\(\/ is not a valid regular expression/);
    const [devices, tags] = ['Devices', 'Tags'].map((name) => screen.getByRole('combobox', { name }));
    expect(devices).toBeInvalid();
    expect(devices).toHaveAccessibleDescription(error.textContent);
    expect(tags).toBeValid();
  });

  it('shows a hint for a tag that none of the selected devices has', async () => {
    open({ devices: ['HORNO-1'], tags: ['presion'] });
    expect(await screen.findByText('Not available on the selected devices: presion.')).toBeInTheDocument();
  });

  it('shows no such hint for a variable', async () => {
    open({ devices: ['$device'], tags: ['$tag'] });
    await waitFor(() => expect(screen.getByText('$device')).toBeInTheDocument());
    expect(screen.queryByRole('status')).not.toBeInTheDocument();
  });

  it('accepts a typed step', async () => {
    const { user, saved } = open({});
    await user.type(screen.getByLabelText('Interval'), '90m');
    await user.keyboard('{Enter}');
    expect(saved().interval).toBe('90m');
  });

  it('explains why a step is invalid and does not save it', async () => {
    const { user, saved, runs } = open({});
    await user.type(screen.getByLabelText('Interval'), '7m{Enter}');
    expect(screen.getByRole('alert')).toHaveTextContent('“7m” does not divide a day evenly');
    expect(screen.getByRole('alert')).toHaveTextContent('Nearest valid intervals: 6m, 8m.');
    expect(saved().interval).toBe('auto');
    expect(runs()).toBe(0);
  });

  it('discards the rejected step once a valid one is selected', async () => {
    const { user, saved } = open({});
    await user.type(screen.getByLabelText('Interval'), 'soon{Enter}');
    expect(screen.getByRole('alert')).toHaveTextContent('“soon” is not a valid interval');
    await selectOption(user, 'Interval', '1 hour');
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    expect(saved().interval).toBe('1h');
  });

  it('shows the start time of steps only if they last an hour or longer', async () => {
    const { user, saved } = open({});
    expect(screen.queryByLabelText('Steps start at')).not.toBeInTheDocument();
    await selectOption(user, 'Interval', '8 hours');
    await selectOption(user, 'Steps start at', /^06:00/);
    expect(saved()).toMatchObject({ interval: '8h', offset: '06:00' });
    await selectOption(user, 'Interval', '15 minutes');
    expect(screen.queryByLabelText('Steps start at')).not.toBeInTheDocument();
    expect(saved()).toMatchObject({ interval: '15m', offset: '' });
  });

  it('explains an invalid time of day and does not save it', async () => {
    const { user, saved, runs } = open({ interval: '8h' });
    await user.type(screen.getByLabelText('Steps start at'), '6h{Enter}');
    expect(screen.getByRole('alert')).toHaveTextContent('“6h” is not a valid time of day. Enter hours and minutes');
    expect(saved().offset).toBe('');
    expect(runs()).toBe(0);
  });

  it('shows a saved start time that the interval does not support with an error message', async () => {
    open({ interval: '1h', offset: '06:30' });
    expect(await screen.findByRole('alert')).toHaveTextContent('Select the interval 60m or start at midnight.');
    expect(screen.getByLabelText('Steps start at')).toHaveValue('06:30');
  });

  it('lists a day among the steps in local time, and not as a resolution of the server', async () => {
    const { user } = open({});
    const lines = await listOptions(user, 'Interval');
    expect(lines.filter((line) => line.startsWith('1 day'))).toEqual(['1 day']);
  });

  it('collapses the options and shows their values', async () => {
    const { user, saved } = open({ fill: 'linear', noCache: true });
    expect(screen.getByText('Empty steps: Linear interpolation · Cache bypassed')).toBeInTheDocument();
    expect(screen.queryByLabelText(/^Bypass cache/)).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Options', expanded: false }));
    await user.click(screen.getByLabelText(/^Bypass cache/));
    expect(saved().noCache).toBe(false);
    await selectOption(user, 'Empty steps', 'Leave a gap');
    expect(saved().fill).toBe('gap');
  });

  it('shows a time shift in the summary, and changes it to days, weeks or months only', async () => {
    const { user, saved, runs } = open({ shift: '2w' });
    expect(screen.getByText('Empty steps: Leave a gap · 2 weeks earlier')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Options', expanded: false }));
    await user.type(screen.getByLabelText('Time shift'), '8h{Enter}');
    expect(screen.getByRole('alert')).toHaveTextContent('“8h” is not a valid shift.');
    expect(runs()).toBe(0);
    await selectOption(user, 'Time shift', '1 month earlier');
    expect(saved().shift).toBe('1M');
    await selectOption(user, 'Time shift', 'Same time');
    expect(saved().shift).toBe('');
  });

  it('keeps at least one statistic', async () => {
    const { user, saved, runs } = open({ statistics: ['max'] });
    await selectOption(user, 'Statistics', 'Maximum');
    expect(saved().statistics).toEqual(['max']);
    expect(runs()).toBe(0);
    await user.click(screen.getByRole('option', { name: 'Average' }));
    expect(saved().statistics).toEqual(['avg', 'max']);
  });

  it('asks of how many weeks something is usual only where that is shown', async () => {
    const { user, saved } = open({ statistics: ['avg'] });
    expect(screen.queryByLabelText('Earlier weeks')).not.toBeInTheDocument();
    await selectOption(user, 'Statistics', /^Usual/, 'usual');
    expect(saved()).toMatchObject({ statistics: ['avg', 'usual'], usualWeeks: 6 });
    await user.clear(screen.getByLabelText('Earlier weeks'));
    await user.type(screen.getByLabelText('Earlier weeks'), '2{Enter}');
    expect(screen.getByLabelText('Earlier weeks')).toHaveValue(6);
    await user.clear(screen.getByLabelText('Earlier weeks'));
    await user.type(screen.getByLabelText('Earlier weeks'), '12{Enter}');
    expect(saved().usualWeeks).toBe(12);
  });

  it('has a tag and a condition by which earlier weeks count, or none', async () => {
    const { user, saved } = open({ devices: ['COMP-01'], tags: ['presion'], statistics: ['usual'] });
    expect(screen.queryByLabelText(/^Value/)).not.toBeInTheDocument();
    await selectOption(user, 'Include weeks where', /Presión/);
    await selectOption(user, 'On device', /Compresor 2/);
    await user.type(await screen.findByLabelText('Value (bar)'), '0{Enter}');
    const usualCondition = { operator: '>', value: '0', upper: '' };
    expect(saved()).toMatchObject({ usualTag: 'presion', usualDevice: 'COMP-02', usualCondition });
    await selectOption(user, 'Include weeks where', 'All weeks');
    expect(saved()).toMatchObject({ usualTag: '', usualCondition: { ...usualCondition, value: '' } });
    expect(screen.queryByLabelText(/^Value/)).not.toBeInTheDocument();
  });

  it('applies the legend on Enter and blur, not on every keystroke', async () => {
    const { user, saved, runs } = open({});
    await user.type(screen.getByLabelText('Legend'), '{{{{name}}');
    expect(runs()).toBe(0);
    await user.tab();
    expect(saved().legend).toBe('{{name}}');
    expect(runs()).toBe(1);
  });

  it('suggests the increase of a counter until it is selected', async () => {
    const [compressor] = PLANT;
    const counter = { key: 'energia', name: 'Energía', unit: 'kWh', type: 'contador' };
    const source = plantSource([{ ...compressor!, tags: [...compressor!.tags, counter] }]);
    const { user } = open({ devices: ['COMP-01'], tags: ['energia', 'presion'] }, source);
    expect(await screen.findByText(/Select “Increase”.*: Energía\.$/)).toBeInTheDocument();
    await selectOption(user, 'Statistics', 'Increase (counters)');
    expect(screen.queryByText(/Select “Increase”/)).not.toBeInTheDocument();
  });

  describe('in a panel that shows one value of each series', () => {
    const inPanel = (panelPluginId: string) => ({ request: { panelPluginId }, series: [] }) as unknown as PanelData;
    const counter = { devices: ['COMP-01'], tags: ['presion'] };

    it.each(['stat', 'gauge', 'bargauge'])(
      '%s: one value for the time range is a choice, and has no steps',
      async (id) => {
        const { user, saved } = open(counter, plantSource(), inPanel(id));
        expect(screen.getByText(/^Of steps, the panel shows the last one/)).toBeInTheDocument();
        await user.click(screen.getByRole('radio', { name: 'One value for the time range' }));
        expect(saved().interval).toBe('range');
        expect(screen.queryByLabelText('Interval')).not.toBeInTheDocument();
        expect(screen.queryByText(/^Of steps/)).not.toBeInTheDocument();
        await user.click(screen.getByRole('radio', { name: 'Steps' }));
        expect(saved().interval).toBe('auto');
      }
    );

    it('an increase is that of the time range, unless a step was chosen', async () => {
      const { user, saved } = open(counter, plantSource(), inPanel('stat'));
      await selectOption(user, 'Statistics', 'Increase (counters)');
      expect(saved()).toMatchObject({ statistics: ['avg', 'band', 'increase'], interval: 'range' });
    });

    it('an increase keeps the step that was chosen', async () => {
      const { user, saved } = open({ ...counter, interval: '1h' }, plantSource(), inPanel('stat'));
      await selectOption(user, 'Statistics', 'Increase (counters)');
      expect(saved().interval).toBe('1h');
    });

    it('is not a choice in a chart', () => {
      open(counter, plantSource(), inPanel('timeseries'));
      expect(screen.queryByRole('radio', { name: 'One value for the time range' })).not.toBeInTheDocument();
    });
  });

  it('filters by site and limits the number of series among the options', async () => {
    const { user, saved } = open({ tags: ['*'] });
    await user.click(screen.getByRole('button', { name: 'Options' }));
    await selectOption(user, 'Sites', 'Bilbao');
    await user.clear(screen.getByLabelText('Maximum series'));
    await user.type(screen.getByLabelText('Maximum series'), '0{Enter}');
    expect(screen.getByLabelText('Maximum series')).toHaveValue(50);
    await user.clear(screen.getByLabelText('Maximum series'));
    await user.type(screen.getByLabelText('Maximum series'), '5{Enter}');
    expect(saved()).toMatchObject({ sites: ['Bilbao'], tags: ['*'], maxSeries: 5 });
  });

  it('opens an incomplete query with the defaults and does not save them by itself', async () => {
    const { runs, changes } = open({ refId: 'A' } as Partial<HistoryQuery>);
    expect(await screen.findByText('Average')).toBeInTheDocument();
    expect(screen.getByText('Min–max band')).toBeInTheDocument();
    expect(changes()).toBe(0);
    expect(runs()).toBe(0);
  });

  it('explains why the inventory is missing and accepts typed codes', async () => {
    const source: EditorDataSource = {
      ...plantSource(),
      variableNames: () => [],
      listDevices: () => Promise.reject(new Error('The API key lacks the permission for v1/dispositivos.')),
    };
    const { user, saved } = open({}, source);
    expect(await screen.findByRole('alert')).toHaveTextContent('The API key lacks the permission for v1/dispositivos.');
    await selectOption(user, 'Devices', /COMP-09/, 'COMP-09');
    expect(saved().devices).toEqual(['COMP-09']);
    expect(screen.queryByText(/Not in the inventory/)).not.toBeInTheDocument();
  });

  it('loads the inventory again on Retry', async () => {
    let failing = true;
    const source: EditorDataSource = {
      ...plantSource(),
      variableNames: () => [],
      listDevices: async () => (failing ? Promise.reject(new Error('Out of reach.')) : PLANT),
    };
    const { user } = open({ devices: ['COMP-01'] }, source);
    const retry = await screen.findByRole('button', { name: 'Retry' });
    failing = false;
    await user.click(retry);
    expect(await screen.findByText('Compresor 1 (COMP-01)')).toBeInTheDocument();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  it('shows that the API key has no access to a site if there are no devices', async () => {
    open({}, plantSource([]));
    expect(
      await screen.findByText(/The API key does not have access to any site with active devices/)
    ).toBeInTheDocument();
  });

  it('ignores the inventory of a data source that was replaced', async () => {
    let answerLate: (devices: typeof PLANT) => void = () => undefined;
    const slow: EditorDataSource = {
      ...plantSource(),
      listDevices: () => new Promise((resolve) => (answerLate = resolve)),
    };
    const query: HistoryQuery = { ...DEFAULT_HISTORY_QUERY, refId: 'A', devices: ['COMP-01'] };
    const props = { query, onChange: () => undefined, onRunQuery: () => undefined };
    const { rerender } = render(<QueryEditor {...props} datasource={slow} />);
    rerender(<QueryEditor {...props} datasource={plantSource([{ ...PLANT[0]!, name: 'Soplante' }])} />);
    expect(await screen.findByText('Soplante (COMP-01)')).toBeInTheDocument();
    await act(async () => answerLate(PLANT));
    expect(screen.getByText('Soplante (COMP-01)')).toBeInTheDocument();
  });

  it('shows the resolution of this query', async () => {
    const summary = { level: '1h', step: '6h', rows: 1_440, requests: 2, reason: '' };
    const frame = (refId: string, custom: unknown) => ({ refId, fields: [], length: 0, meta: { custom } });
    const data = {
      state: LoadingState.Done,
      series: [
        frame('A', { summary }),
        frame('B', { summary: { ...summary, rows: 9 } }),
        frame('A', { summary: 'odd' }),
      ],
    } as unknown as PanelData;
    open({ devices: ['COMP-01'], tags: ['presion'] }, plantSource(), data);
    expect(
      await screen.findByText('One point every 6 hours, calculated from buckets of 1 hour · 1,440 rows · 2 requests')
    ).toBeInTheDocument();
  });
});

describe('for the server', () => {
  const zoned = (zone: string | undefined) => ({ ...plantSource(), dashboardZone: () => zone });
  const dataIn = (timezone: string) => ({ request: { timezone }, series: [] }) as unknown as PanelData;

  it.each<[string, string | undefined, PanelData | undefined, string | undefined]>([
    ['of the dashboard', 'Europe/Madrid', undefined, 'Europe/Madrid'],
    ['of the panel, if it is another', 'Europe/Madrid', dataIn('Asia/Kathmandu'), 'Asia/Kathmandu'],
    ['of nothing, without a dashboard', undefined, undefined, undefined],
  ])('saves the time zone %s with every edit', async (_, zone, data, timeZone) => {
    const { user, saved } = open({}, zoned(zone), data);
    await selectOption(user, 'Devices', /Compresor 1/);
    expect(saved()).toMatchObject({ devices: ['COMP-01'] });
    expect(saved().timeZone).toBe(timeZone);
  });

  it('saves no time zone in an alert rule, which has the one of the settings', async () => {
    const { user, saved } = open({}, zoned('Europe/Madrid'), dataIn('browser'), CoreApp.UnifiedAlerting);
    await selectOption(user, 'Devices', /Compresor 1/);
    expect(saved()).toMatchObject({ devices: ['COMP-01'] });
    expect(saved().timeZone).toBeUndefined();
  });

  it.each([
    [CoreApp.UnifiedAlerting, 'count'],
    [CoreApp.PanelEditor, 'auto'],
  ])('starts a query for alerts in %s with the format %s', async (app, format) => {
    const { user, saved } = open({}, plantSource(), undefined, app);
    await user.click(screen.getByLabelText('Alerts'));
    expect(saved()).toMatchObject({ kind: 'alerts', format });
  });

  const PERIODS = { kind: 'periods', devices: ['COMP-01'], tags: ['presion'], condition: { value: '8' } };
  const SECONDS = 'In a rule, thresholds count seconds: 10 min = 600.';
  const SHARES = 'In a rule, thresholds count shares from 0 to 1: 25 % = 0.25.';

  it.each([
    ['how long', { ...PERIODS, format: 'total', totals: ['duration', 'count'] }, SECONDS],
    ['how long per step', { ...PERIODS, format: 'perStep', totals: ['longest'] }, SECONDS],
    ['which share', { ...PERIODS, format: 'auto', totals: ['share'] }, SHARES],
    ['both', { ...PERIODS, format: 'total', totals: ['share', 'betweenStarts'] }, `${SECONDS} ${SHARES}`],
    ['how long in each state', { ...PERIODS, format: 'states', condition: { value: '' } }, SECONDS],
    ['how old', { kind: 'latest', format: 'age' }, SECONDS],
    ['how often', { ...PERIODS, format: 'total', totals: ['count', 'hours'] }, undefined],
    ['a table, of which no total is shown', { ...PERIODS, format: 'table', totals: ['duration'] }, undefined],
    ['a value', { kind: 'latest', format: 'series' }, undefined],
  ])('says in an alert rule what thresholds of %s count', async (_, query, hint) => {
    const hints = (app: CoreApp) => {
      const { unmount } = open(query as never, plantSource(), undefined, app);
      const texts = screen.queryAllByText(/^In a rule/).map(({ textContent }) => textContent);
      unmount();
      return texts;
    };
    expect(hints(CoreApp.UnifiedAlerting)).toEqual(hint === undefined ? [] : [hint]);
    expect(hints(CoreApp.PanelEditor)).toEqual([]);
  });

  it('saves the labels for expressions', async () => {
    const { user, saved } = open({});
    await user.click(screen.getByRole('button', { name: 'Options' }));
    await user.click(screen.getByLabelText('Device'));
    expect(saved().expressionLabels).toBe('device');
  });
});

function open(
  fields: Partial<HistoryQuery>,
  source: EditorDataSource = plantSource(),
  data?: PanelData,
  app: CoreApp = CoreApp.PanelEditor
) {
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
        app={app}
        onChange={(edited) => {
          changes += 1;
          last = Object.freeze(edited);
          setQuery(last);
        }}
        onRunQuery={() => (runs += 1)}
      />
    );
  };
  const { unmount } = render(<Panel />);
  return {
    unmount,
    user: newUser(),
    saved: () => last as HistoryQuery,
    changes: () => changes,
    runs: () => runs,
  };
}
