import '../../../editors/test/jsdomLayout';
import type { PanelData } from '@grafana/data';
import { act, screen, waitFor } from '@testing-library/react';
import React from 'react';
import type { ProposedLimit } from '../../../core/alerts/proposedLimit';
import type { Device } from '../../../core/inventory/device';
import { compileTagProfiles, type ProfileSetting } from '../../../core/inventory/tagProfile';
import type { EditorDataSource, EditorProps } from '../../../editors/shared/editorProps';
import { device, PLANT, plantSource } from '../../../editors/test/plant';
import { renderEditor } from '../../../editors/test/renderEditor';
import { listOptions, selectOption } from '../../../editors/test/userActions';
import { QueryEditor } from '../../editor/QueryEditor';
import type { TelemetryQuery } from '../../kinds';
import type { PeriodsSummary } from '../frames/periodsSummary';
import { DEFAULT_PERIODS_QUERY, type PeriodsQuery } from '../periodsQuery';

const LINE = device('LIN-1', 'Línea 1', 'linea', 'Bilbao', 'Envasado', [
  ['estado', 'Estado (0 parada, 1 marcha, 2 atasco)', ''],
]);
const DEVICES: readonly Device[] = [...PLANT, { ...LINE, tags: LINE.tags.map((tag) => ({ ...tag, type: 'estado' })) }];

const PRESSURE: Partial<PeriodsQuery> = { devices: ['COMP-01'], tags: ['presion'] };
const STATE: Partial<PeriodsQuery> = { devices: ['LIN-1'], tags: ['estado'] };
const ABOVE = { operator: '>', value: '8.4', upper: '' } as const;

interface Setup {
  readonly settings?: readonly ProfileSetting[];
  readonly proposals?: readonly ProposedLimit[] | Promise<readonly ProposedLimit[]>;
  readonly data?: Partial<PanelData>;
}

async function open(query: Partial<PeriodsQuery>, { settings = [], proposals, data }: Setup = {}) {
  let listed = 0;
  const source: EditorDataSource = {
    ...plantSource(DEVICES),
    tagProfiles: () => compileTagProfiles(settings),
    listProposedLimits: async () => {
      listed += 1;
      return proposals ?? [];
    },
  };
  const Editor = (props: EditorProps<TelemetryQuery>) => <QueryEditor {...props} data={data as PanelData} />;
  const saved: PeriodsQuery = { ...DEFAULT_PERIODS_QUERY, refId: 'A', ...query };
  const editor = await renderEditor<TelemetryQuery>(Editor, saved, source);
  return { ...editor, saved: () => editor.saved() as PeriodsQuery, listed: () => listed };
}

/** The data of a panel whose first frame has a summary. */
function found(summary: Partial<PeriodsSummary>): Partial<PanelData> {
  const periods = { count: 0, atLeastMs: 0, atMostMs: 0, isLoading: false, ...summary };
  return { series: [{ refId: 'A', length: 0, fields: [], meta: { custom: { periods } } }] };
}

describe('the condition', () => {
  it('is a number in the unit that all selected tags share', async () => {
    const { user, saved, runs } = await open({ ...PRESSURE, devices: ['COMP-*'] });
    await user.type(await screen.findByLabelText('Value (bar)'), '8.4{Enter}');
    expect(saved().condition).toEqual(ABOVE);
    expect(runs()).toBe(1);
  });

  it.each([
    ['tags with different units', { devices: ['COMP-01'], tags: ['*'] }],
    ['a variable, whose tags only the dashboard knows', { devices: ['$device'], tags: ['presion'] }],
    ['a device that the inventory does not have', { devices: ['COMP-01', 'OLD-1'], tags: ['presion'] }],
  ])('has no unit with %s', async (_, query) => {
    await open(query);
    expect(await screen.findByLabelText('Value')).toBeInTheDocument();
    expect(screen.queryByLabelText(/bar/)).not.toBeInTheDocument();
  });

  it('picks a state by its name, which the tag then is to have', async () => {
    const { user, saved } = await open(STATE);
    expect((await listOptions(user, 'Value')).slice(0, 4)).toEqual([
      'NoneShows the states of a tag themselves',
      'parada0',
      'marcha1',
      'atasco2',
    ]);
    await user.click(screen.getByRole('option', { name: /^atasco/, hidden: true }));
    expect(saved().condition).toEqual({ operator: '=', value: 'atasco', upper: '' });
    expect(screen.getByText('When LIN-1 · estado is atasco')).toBeInTheDocument();
  });

  it('has its operator from a variable, too, and reads it back as it is', async () => {
    await open({ ...PRESSURE, condition: { ...ABOVE, operator: '$condition' } });
    expect(await screen.findByLabelText('Condition')).toHaveValue('$condition');
    expect(screen.getByText('When COMP-01 · presion $condition 8.4 bar')).toBeInTheDocument();
  });

  it('offers the names and the limits of the settings', async () => {
    const states = [{ value: 1, name: 'on' }];
    const { user, saved } = await open(PRESSURE, {
      settings: [{ deviceType: 'compresor', tag: 'presion', states, limits: { low: 2, high: 8.4 } }],
    });
    const options = await listOptions(user, 'Value (bar)');
    expect(options).toEqual(expect.arrayContaining(['on1', 'Low2 bar', 'High8.4 bar', '$site']));
    expect(options.join()).not.toContain('High-high');
    await user.click(screen.getByRole('option', { name: /^High/, hidden: true }));
    expect(saved().condition).toEqual({ operator: '>', value: 'high', upper: '' });
    expect(screen.getByText('When COMP-01 · presion is above High (8.4 bar)')).toBeInTheDocument();
  });

  it.each([
    [STATE, 'roto', '“roto” is neither a number nor a state: parada, marcha, atasco.'],
    [PRESSURE, 'much', '“much” is not a number'],
    [PRESSURE, '1,000', '“1,000” can be two numbers. Write 1.000 or 1000.'],
    [PRESSURE, 'high', 'The selected tags have no limit “high”.'],
  ])('of %j does not save %s and says why', async (query, text, message) => {
    const { user, saved, runs } = await open({ ...query, condition: ABOVE });
    const field = await screen.findByRole('combobox', { name: /^Value/ });
    await user.type(field, `${text}{Enter}`);
    expect(await screen.findByRole('alert')).toHaveTextContent(message);
    expect(saved().condition).toEqual(ABOVE);
    expect(runs()).toBe(0);
  });

  it.each(['$limit', '0,5', 'any word of a tag that is not known yet'])('saves %s', async (text) => {
    const { user, saved } = await open({ devices: ['$device'], tags: ['presion'] });
    await user.type(screen.getByLabelText('Value'), `${text}{Enter}`);
    expect(saved().condition.value).toBe(text);
  });

  it('is that the value stays the same, longer than usual or for a duration', async () => {
    const { user, saved } = await open({ ...PRESSURE, condition: ABOVE });
    await selectOption(user, 'Condition', 'unchanged');
    expect(saved().condition).toEqual({ operator: 'unchanged', value: 'usual', upper: '' });
    expect(screen.getByText('When COMP-01 · presion is unchanged for longer than usual')).toBeInTheDocument();
    await user.type(screen.getByLabelText('For at least'), '90m{Enter}');
    expect(saved().condition).toEqual({ operator: 'unchanged', value: '90m', upper: '' });
    await user.type(screen.getByLabelText('For at least'), 'high{Enter}');
    expect(screen.getByRole('alert')).toHaveTextContent('“high” is not a valid duration');
    expect(saved().condition.value).toBe('90m');
    await selectOption(user, 'Condition', '< below');
    expect(saved().condition).toEqual({ operator: '<', value: '', upper: '' });
  });

  it('needs a second value for a range, which another operator clears', async () => {
    const { user, saved } = await open({ ...PRESSURE, condition: ABOVE });
    await selectOption(user, 'Condition', 'between');
    expect(screen.getByRole('alert')).toHaveTextContent('Enter a second value.');
    await user.type(screen.getByLabelText('Second value (bar)'), '9{Enter}');
    expect(saved().condition).toEqual({ operator: 'between', value: '8.4', upper: '9' });
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    await selectOption(user, 'Condition', '< below');
    expect(saved().condition).toEqual({ operator: '<', value: '8.4', upper: '' });
  });
});

describe('a limit that nobody has set', () => {
  const proposal: ProposedLimit = {
    device: 'COMP-01',
    tag: 'presion',
    rule: 'Presión baja',
    value: 5.512345,
    direction: 'falling',
    alerts: 12,
  };

  it('is proposed as what it is, and taken with one click', async () => {
    const { user, saved } = await open(PRESSURE, { proposals: [{ ...proposal, device: 'COMP-02' }, proposal] });
    expect(
      await screen.findByText(
        'A proposal, not a limit that somebody set: 12 alerts “Presión baja” of COMP-01 began around there.'
      )
    ).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Use < 5.512 bar' }));
    expect(saved().condition).toEqual({ operator: '<', value: '5.512', upper: '' });
    expect(screen.queryByRole('button', { name: /^Use/ })).not.toBeInTheDocument();
    expect(screen.getByText(/^A proposal/)).toBeInTheDocument();
  });

  it('keeps the operator where the alerts do not say on which side they were', async () => {
    const { user, saved } = await open(PRESSURE, { proposals: [{ ...proposal, direction: undefined }] });
    await user.click(await screen.findByRole('button', { name: 'Use 5.512 bar' }));
    expect(saved().condition).toEqual({ operator: '>', value: '5.512', upper: '' });
  });

  it.each<[string, Partial<PeriodsQuery>, readonly ProfileSetting[]]>([
    ['there is a limit', PRESSURE, [{ deviceType: '', tag: 'presion', states: [], limits: { high: 8 } }]],
    ['the tag has states', STATE, []],
    ['there is a value', { ...PRESSURE, condition: ABOVE }, []],
  ])('is not looked for where %s', async (_, query, settings) => {
    const { listed } = await open(query, { settings, proposals: [proposal] });
    expect(await screen.findByText(/^(When|The states of|Choose the value)/)).toBeInTheDocument();
    expect(listed()).toBe(0);
    expect(screen.queryByText(/^A proposal/)).not.toBeInTheDocument();
  });
});

describe('a query that selects tags in the editor', () => {
  const LIMITS: readonly ProfileSetting[] = [
    { deviceType: '', tag: 'presion', states: [], limits: { low: 2, high: 8.4 } },
    { deviceType: '', tag: 'caudal', states: [], limits: { low: 30 } },
  ];
  const rising = { device: 'COMP-01', rule: 'Alta', value: 71.23456, direction: 'rising', alerts: 3 } as const;

  it.each([
    ['its high limit', /presion/, LIMITS, { operator: '>', value: 'high', upper: '' }],
    ['its low limit, without a high one', /caudal/, LIMITS, { operator: '<', value: 'low', upper: '' }],
    ['the level at which its alerts began', /caudal/, [], { operator: '>', value: '71.23', upper: '' }],
  ])('begins with %s', async (_, tag, settings, condition) => {
    const falling = { ...rising, rule: 'Baja', tag: 'caudal', direction: 'falling', alerts: 9 } as const;
    const { user, saved } = await open(
      { devices: ['COMP-01'] },
      { settings, proposals: [falling, { ...rising, tag: 'caudal' }] }
    );
    await selectOption(user, 'Tags', tag);
    await waitFor(() => expect(saved().condition).toEqual(condition));
  });

  it('says that a level is a proposal when it begins with one', async () => {
    const { user, saved } = await open({ devices: ['COMP-01'] }, { proposals: [{ ...rising, tag: 'caudal' }] });
    await selectOption(user, 'Tags', /caudal/);
    await waitFor(() => expect(saved().condition.value).toBe('71.23'));
    expect(screen.getByText(/^A proposal, not a limit that somebody set: 3 alerts “Alta”/)).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /^Use/ })).not.toBeInTheDocument();
  });

  it('does not begin with anything while somebody types a value', async () => {
    let propose: (proposals: readonly ProposedLimit[]) => void = () => undefined;
    const late = new Promise<readonly ProposedLimit[]>((resolve) => (propose = resolve));
    const { user, saved } = await open({ devices: ['COMP-01'] }, { proposals: late });
    await selectOption(user, 'Tags', /caudal/);
    await user.keyboard('{Escape}');
    await user.type(await screen.findByLabelText('Value (m³/h)'), '9');
    await act(async () => propose([{ ...rising, tag: 'caudal' }]));
    expect(await screen.findByRole('button', { name: /^Use > 71.23/ })).toBeInTheDocument();
    expect(screen.getByLabelText('Value (m³/h)')).toHaveValue('9');
    await user.keyboard('{Enter}');
    expect(saved().condition).toEqual({ operator: '>', value: '9', upper: '' });
  });

  it('begins with that of another tag once it is chosen, unless somebody chose the condition', async () => {
    const { user, saved } = await open({ devices: ['COMP-01'] }, { settings: LIMITS });
    await selectOption(user, 'Tags', /caudal/);
    await waitFor(() => expect(saved().condition.value).toBe('low'));
    // The list stays open.
    await user.click(screen.getByRole('option', { name: /caudal/, hidden: true }));
    await user.click(await screen.findByRole('option', { name: /presion/, hidden: true }));
    await waitFor(() => expect(saved().condition).toEqual({ operator: '>', value: 'high', upper: '' }));
    await user.keyboard('{Escape}');
    await user.type(screen.getByLabelText('Value (bar)'), '9{Enter}');
    await selectOption(user, 'Tags', /caudal/);
    expect(saved()).toMatchObject({ tags: ['presion', 'caudal'], condition: { operator: '>', value: '9' } });
  });

  it('shows the states of a tag that has some', async () => {
    const { user, saved } = await open({ devices: ['LIN-1'] }, { settings: LIMITS, proposals: [] });
    await selectOption(user, 'Tags', /estado/);
    expect(await screen.findByText('The states of LIN-1 · estado')).toBeInTheDocument();
    expect(saved().condition.value).toBe('');
  });

  it('is also one that has its tags from another kind of query', async () => {
    const { user, saved } = await open({ ...PRESSURE, kind: 'history' } as never, { settings: LIMITS });
    await user.click(screen.getByRole('radio', { name: 'Periods' }));
    await waitFor(() => expect(saved().condition?.value).toBe('high'));
  });

  it('is not one that is only opened', async () => {
    const { edits } = await open(PRESSURE, { settings: LIMITS });
    expect(await screen.findByText('Choose the value of the condition')).toBeInTheDocument();
    expect(edits()).toBe(0);
  });
});

describe('the rules and the format', () => {
  it('reads the query back as it is edited', async () => {
    const { user, saved } = await open({ ...PRESSURE, condition: ABOVE });
    expect(await screen.findByText('When COMP-01 · presion is above 8.4 bar')).toBeInTheDocument();
    await selectOption(user, 'Minimum duration', '1 minute');
    await user.type(screen.getByLabelText('Join within'), '90s{Enter}');
    expect(saved()).toMatchObject({ minDuration: '1m', joinWithin: '90s' });
    expect(
      screen.getByText(
        'When COMP-01 · presion is above 8.4 bar for at least 1 min, interruptions up to 1 min 30 s included'
      )
    ).toBeInTheDocument();
  });

  it.each(['Minimum duration', 'Join within'])('does not save a %s that is none', async (label) => {
    const { user, edits } = await open({ ...PRESSURE, condition: ABOVE });
    await user.type(screen.getByLabelText(label), 'soon{Enter}');
    expect(screen.getByRole('alert')).toHaveTextContent('“soon” is not a valid duration');
    expect(edits()).toBe(0);
  });

  it('shows the totals and the interval of the formats that have them', async () => {
    const { user, saved } = await open({ ...PRESSURE, condition: ABOVE, format: 'table' });
    expect(screen.queryByLabelText('Totals')).not.toBeInTheDocument();
    await selectOption(user, 'Format', /^Total/);
    expect(screen.getByLabelText('Totals')).toBeInTheDocument();
    expect(screen.queryByLabelText('Interval')).not.toBeInTheDocument();
    await selectOption(user, 'Format', /^Per step/);
    await selectOption(user, 'Interval', '8 hours');
    await selectOption(user, 'Steps start at', /^06:00/);
    await selectOption(user, 'Totals', /^Number/);
    expect(saved()).toMatchObject({
      format: 'perStep',
      interval: '8h',
      offset: '06:00',
      totals: ['duration', 'count'],
    });
  });

  it.each([
    ['timeseries', ABOVE, ['Totals', 'Interval']],
    ['stat', ABOVE, ['Totals']],
    ['status-history', ABOVE, ['Interval']],
    ['table', ABOVE, []],
    [undefined, ABOVE, []],
    ['piechart', ABOVE, []],
  ])('of Auto in %s with %j has: %s', async (panelPluginId, condition, labels) => {
    const data = { series: [], request: { panelPluginId } } as unknown as PanelData;
    await open({ ...PRESSURE, condition }, { data });
    expect(await screen.findByText(/^When/)).toBeInTheDocument();
    expect(['Totals', 'Interval'].filter((label) => screen.queryByLabelText(label) !== null)).toEqual(labels);
  });

  it('has no steps of single readings', async () => {
    const { user, saved } = await open({ ...PRESSURE, condition: ABOVE, format: 'perStep' });
    expect((await listOptions(user, 'Interval')).join()).not.toMatch(/Raw|UTC/);
    await user.keyboard('{Escape}');
    await user.type(screen.getByLabelText('Interval'), 'raw{Enter}');
    expect(screen.getByRole('alert')).toHaveTextContent('“raw” is not a valid interval');
    expect(saved().interval).toBe('auto');
  });

  it('sets what a value is between two readings', async () => {
    const { user, saved } = await open({ ...PRESSURE, condition: ABOVE });
    await user.click(screen.getByRole('button', { name: 'Options' }));
    await selectOption(user, 'Between readings', /^Hold/);
    await selectOption(user, 'Hold limit', 'Without limit');
    await user.click(screen.getByLabelText(/^Bypass cache/));
    expect(saved()).toMatchObject({ interpolation: 'hold', hold: 'none', noCache: true });
    await user.type(screen.getByLabelText('Hold limit'), 'ever{Enter}');
    expect(screen.getByRole('alert')).toHaveTextContent('“ever” is not a valid hold limit');
    expect(saved().hold).toBe('none');
  });
});

describe('the preview', () => {
  const HOUR = 3_600_000;

  it.each<[Partial<PeriodsSummary>, string]>([
    [{ count: 3, atLeastMs: 1.5 * HOUR, atMostMs: 1.5 * HOUR }, '3 periods, 1 h 30 min in all'],
    [{ count: 1, atLeastMs: HOUR, atMostMs: HOUR }, '1 period, 1 h in all'],
    [{}, 'No period in the time range'],
    [
      { count: 2, atLeastMs: HOUR, atMostMs: 2 * HOUR, isLoading: true },
      '2 periods so far, at least 1 h, at most 2 h in all',
    ],
    [{ count: 2, atLeastMs: HOUR, atMostMs: 2 * HOUR }, '2 periods found, at least 1 h, at most 2 h in all'],
  ])('of %j is: %s', async (summary, text) => {
    await open({ ...PRESSURE, condition: ABOVE }, { data: found(summary) });
    expect(await screen.findByText(text)).toBeInTheDocument();
  });

  it('is beside the condition, above what follows from it', async () => {
    await open({ ...PRESSURE, condition: ABOVE });
    const sentence = await screen.findByText(/^When/);
    const after = Node.DOCUMENT_POSITION_FOLLOWING;
    expect(sentence.compareDocumentPosition(screen.getByLabelText('Format')) & after).toBe(after);
    expect(screen.getByLabelText('Join within').compareDocumentPosition(sentence) & after).toBe(after);
  });

  it('is also that of regions, which Grafana keeps apart', async () => {
    const { series = [] } = found({ count: 1, atLeastMs: HOUR, atMostMs: HOUR });
    await open({ ...PRESSURE, condition: ABOVE, format: 'annotations' }, { data: { series: [], annotations: series } });
    expect(await screen.findByText('1 period, 1 h in all')).toBeInTheDocument();
  });

  it('says that a measure needs a value, which states do not', async () => {
    await open(PRESSURE);
    expect(await screen.findByText('Choose the value of the condition')).toBeInTheDocument();
  });

  it('says what is missing before there can be any', async () => {
    await open({}, { data: found({ count: 3 }) });
    expect(await screen.findByText('Choose a device and a tag')).toBeInTheDocument();
    expect(screen.queryByText(/in all$/)).not.toBeInTheDocument();
  });
});

it('opening a query does not change it', async () => {
  const { edits, runs } = await open({ ...PRESSURE, condition: { operator: '>', value: 'abc', upper: '' } });
  expect(await screen.findByRole('alert')).toHaveTextContent('“abc” is not a number');
  expect([edits(), runs()]).toEqual([0, 0]);
});
