import '../test/jsdomLayout';
import { screen } from '@testing-library/react';
import { DEFAULT_VARIABLE_QUERY, type VariableQuery } from '../../query/variableQuery';
import { renderEditor } from '../test/renderEditor';
import { listOptions, selectOption } from '../test/userActions';
import { VariableQueryEditor } from './VariableQueryEditor';

const devices: VariableQuery = { ...DEFAULT_VARIABLE_QUERY, refId: 'v' };

describe('VariableQueryEditor', () => {
  it('filters devices by another variable and shows that the list depends on it', async () => {
    const { user, saved, runs } = await renderEditor(VariableQueryEditor, devices);
    await selectOption(user, 'Site', '$site');
    expect(saved()).toEqual({ ...devices, site: '$site' });
    expect(runs()).toBe(1);
    expect(screen.getByText(/^Lists the devices of site \$site\. The list depends on \$site/)).toBeInTheDocument();
  });

  it('suggests sites, areas and device types of the inventory', async () => {
    const { user } = await renderEditor(VariableQueryEditor, devices);
    await screen.findByText('Lists all devices.');
    expect(await listOptions(user, 'Site')).toEqual(['Any', 'Bilbao', 'Sevilla', '$site', '$device']);
    await user.keyboard('{Escape}');
    expect(await listOptions(user, 'Area')).toEqual(['Any', 'Aire', 'Hornos', '$site', '$device']);
    await user.keyboard('{Escape}');
    expect(await listOptions(user, 'Device type')).toEqual(['Any', 'compresor', 'horno', '$site', '$device']);
  });

  it('accepts a typed site', async () => {
    const { user, saved } = await renderEditor(VariableQueryEditor, devices);
    await user.type(screen.getByLabelText('Site'), 'Vigo{Enter}');
    expect(saved().site).toBe('Vigo');
  });

  it('removes a filter', async () => {
    const { user, saved } = await renderEditor(VariableQueryEditor, { ...devices, area: 'Aire' });
    await selectOption(user, 'Area', 'Any');
    expect(saved().area).toBe('');
    expect(screen.getByText('Lists all devices.')).toBeInTheDocument();
  });

  it('has a device filter only for tags and clears it when something else is listed', async () => {
    const { user, saved } = await renderEditor(VariableQueryEditor, {
      ...devices,
      kind: 'tags',
      site: '$site',
      device: '$device',
    });
    expect(screen.getByText(/^Lists the tags of site \$site, of device \$device\./)).toBeInTheDocument();
    await user.click(screen.getByRole('radio', { name: 'Sites' }));
    expect(saved()).toEqual({ ...devices, kind: 'sites', site: '', device: '' });
    expect(screen.queryByLabelText('Device')).not.toBeInTheDocument();
    expect(screen.getByText('Lists all sites that the API key can access.')).toBeInTheDocument();
  });

  it('orders devices and tags by their open alerts, and nothing else', async () => {
    const { user, saved } = await renderEditor(VariableQueryEditor, devices);
    expect(screen.getByRole('radio', { name: 'By name' })).toBeChecked();
    await user.click(screen.getByRole('radio', { name: 'Open alerts first' }));
    expect(saved()).toEqual({ ...devices, order: 'alerts' });
    expect(screen.getByText(/What has the most severe open alert comes first\./)).toBeInTheDocument();
    await user.click(screen.getByRole('radio', { name: 'Counters' }));
    expect(saved()).toEqual({ ...devices, kind: 'counters' });
    expect(screen.queryByRole('radio', { name: 'By name' })).not.toBeInTheDocument();
    expect(screen.getByText('Lists the tags of all devices that are counters.')).toBeInTheDocument();
  });

  it('opens a variable that was saved as a plain string', async () => {
    const { edits } = await renderEditor(VariableQueryEditor, Object('devices') as VariableQuery);
    expect(screen.getByRole('radio', { name: 'Devices' })).toBeChecked();
    expect(edits()).toBe(0);
  });

  it('lists the periods of a condition on a tag of a device', async () => {
    const { user, saved } = await renderEditor(VariableQueryEditor, devices);
    await user.click(screen.getByRole('radio', { name: 'Periods' }));
    expect(screen.getByText('Choose a tag and the value of the condition.')).toBeInTheDocument();
    await selectOption(user, 'Device', /Compresor 1/);
    await selectOption(user, 'Tag', /Presión de descarga/);
    await user.type(await screen.findByLabelText('Value (bar)'), '8.4{Enter}');
    await selectOption(user, 'Minimum duration', '5 minutes');
    expect(saved()).toEqual({
      ...devices,
      kind: 'periods',
      device: 'COMP-01',
      tag: 'presion',
      condition: { operator: '>', value: '8.4', upper: '' },
      minDuration: '5m',
    });
    expect(
      screen.getByText(
        /^When COMP-01 · presion is above 8\.4 for at least 5 min: the periods in the time range, the newest first\./
      )
    ).toBeInTheDocument();
    await user.click(screen.getByRole('radio', { name: 'Devices' }));
    expect(saved()).toEqual(devices);
  });

  it('lists the runs of a tag, by a condition, by its value or between restarts', async () => {
    const { user, saved } = await renderEditor(VariableQueryEditor, devices);
    await user.click(screen.getByRole('radio', { name: 'Runs' }));
    expect(screen.getByText('Choose the tag that says when runs begin and end.')).toBeInTheDocument();
    await selectOption(user, 'Device', /Compresor 1/);
    await selectOption(user, 'Tag', /Presión de descarga/);
    expect(screen.getByText('Choose the value of the condition: when a run lasts.')).toBeInTheDocument();
    await user.type(await screen.findByLabelText('Value (bar)'), '8.4{Enter}');
    await selectOption(user, 'Join within', '30 seconds');
    await selectOption(user, 'Hold limit', '6 hours');
    await user.clear(screen.getByLabelText('Number of runs'));
    await user.type(screen.getByLabelText('Number of runs'), '20{Enter}');
    await user.click(screen.getByLabelText('With “Last run”'));
    const byCondition = {
      ...devices,
      kind: 'runs',
      device: 'COMP-01',
      tag: 'presion',
      condition: { operator: '>', value: '8.4', upper: '' },
      ...{ joinWithin: '30s', hold: '6h', count: 20, withLast: true },
    };
    expect(saved()).toEqual(byCondition);
    expect(
      screen.getByText(
        /^When COMP-01 · presion is above 8\.4, interruptions up to 30 s included: the last 20 runs that begin before/
      )
    ).toBeInTheDocument();
    await selectOption(user, 'A run lasts', /While the value is the same/);
    expect(saved()).toEqual({ ...byCondition, runsBy: 'values' });
    expect(
      screen.getByText(/^When COMP-01 · presion keeps the same value and is above 8\.4, inter/)
    ).toBeInTheDocument();
    await selectOption(user, 'A run lasts', /Until the counter restarts/);
    expect(screen.getByText(/^When COMP-01 · presion counts without a restart: the last 20 runs/)).toBeInTheDocument();
    expect(screen.queryByLabelText('Join within')).not.toBeInTheDocument();
    await selectOption(user, 'Minimum duration', '5 minutes');
    expect(saved()).toEqual({ ...byCondition, runsBy: 'restarts', minDuration: '5m' });
    await user.click(screen.getByRole('radio', { name: 'Devices' }));
    expect(saved()).toEqual(devices);
  });

  it('needs no condition for runs by value', async () => {
    await renderEditor(VariableQueryEditor, { ...devices, kind: 'runs', tag: 'lote', runsBy: 'values', count: 1 });
    expect(screen.getByText(/^When lote keeps the same value: the last run that begins before/)).toBeInTheDocument();
  });

  it('shows that a list of periods depends on the variables of its condition', async () => {
    const condition = { operator: '>', value: '$site', upper: '' } as const;
    await renderEditor(VariableQueryEditor, {
      ...devices,
      kind: 'periods',
      device: '$device',
      tag: 'presion',
      condition,
    });
    expect(screen.getByText(/The list depends on \$device, \$site\./)).toBeInTheDocument();
  });
});
