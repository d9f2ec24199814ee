import '../../editors/test/jsdomLayout';
import { screen } from '@testing-library/react';
import { DEFAULT_ALERTS_QUERY } from '../alerts/alertsQuery';
import type { TelemetryQuery } from '../kinds';
import { DEFAULT_PERIODS_QUERY } from '../periods/periodsQuery';
import { AnnotationEditor } from './AnnotationEditor';
import { plantSource } from '../../editors/test/plant';
import { renderEditor } from '../../editors/test/renderEditor';
import { selectOption } from '../../editors/test/userActions';

const everyAlert: TelemetryQuery = { ...DEFAULT_ALERTS_QUERY, refId: 'Anno' };

describe('AnnotationEditor', () => {
  it('filters alerts by state', async () => {
    const { user, saved, runs } = await renderEditor(AnnotationEditor, everyAlert);
    await user.click(screen.getByRole('radio', { name: 'Open or acknowledged' }));
    expect(saved()).toEqual({ ...everyAlert, state: 'open' });
    expect(runs()).toBe(1);
  });

  it('suggests the well-known severities', async () => {
    const { user, saved } = await renderEditor(AnnotationEditor, everyAlert);
    await selectOption(user, 'Severities', 'Critical (critica)');
    expect(saved()).toMatchObject({ severities: ['critica'] });
  });

  it('accepts a severity that only the server knows', async () => {
    const { user, saved } = await renderEditor(AnnotationEditor, everyAlert);
    await selectOption(user, 'Severities', /urgente/, 'urgente');
    expect(saved()).toMatchObject({ severities: ['urgente'] });
  });

  it('suggests the rules of recent alerts, and accepts a pattern', async () => {
    let calls = 0;
    const listRules = async () => {
      calls += 1;
      return ['Presión <alta>', 'Sin datos'];
    };
    const source = { ...plantSource(), listRules };
    const { user, saved } = await renderEditor(AnnotationEditor, everyAlert, source);
    await selectOption(user, 'Rules', 'Presión <alta>', 'presion');
    await user.keyboard('{Escape}');
    await selectOption(user, 'Rules', /Temp\*/, 'Temp*');
    expect(saved()).toMatchObject({ rules: ['Presión <alta>', 'Temp*'] });
    expect(calls).toBe(1);
  });

  it.each([
    ['does not list them', {}],
    ['fails', { listRules: () => Promise.reject(new Error('forbidden')) }],
  ])('accepts a typed rule if the data source %s', async (_, change) => {
    const { user, saved } = await renderEditor(AnnotationEditor, everyAlert, { ...plantSource(), ...change });
    await selectOption(user, 'Rules', /Sin datos/, 'Sin datos');
    expect(saved()).toMatchObject({ rules: ['Sin datos'] });
  });

  it('offers regions only, and no format', async () => {
    const { user, saved } = await renderEditor(AnnotationEditor, everyAlert);
    expect(screen.queryByLabelText('Format')).not.toBeInTheDocument();
    await user.click(screen.getByLabelText(/^Regions only/));
    expect(saved()).toEqual({ ...everyAlert, regionsOnly: true });
  });

  it('shows that an empty filter matches all', async () => {
    await renderEditor(AnnotationEditor, everyAlert);
    expect(screen.getByLabelText('Devices')).toHaveAttribute('placeholder', 'All devices');
    expect(screen.getByLabelText('Tags')).toHaveAttribute('placeholder', 'All tags');
    expect(screen.getByLabelText('Rules')).toHaveAttribute('placeholder', 'All rules');
    expect(screen.getByLabelText('Severities')).toHaveAttribute('placeholder', 'All severities');
  });

  it('treats an annotation that was saved without a kind as an alerts query', async () => {
    const { user, saved, edits } = await renderEditor(AnnotationEditor, { refId: 'Anno' } as TelemetryQuery);
    expect(edits()).toBe(0);
    await user.click(screen.getByRole('radio', { name: 'Open or acknowledged' }));
    expect(saved()).toEqual({ ...everyAlert, state: 'open' });
  });

  it('chooses periods, which keep the filter and have no format', async () => {
    const { user, saved } = await renderEditor(AnnotationEditor, {
      ...everyAlert,
      devices: ['COMP-01'],
      tags: ['presion'],
      severities: ['critica'],
    });
    await user.click(screen.getByRole('radio', { name: 'Periods' }));
    const periods = { ...DEFAULT_PERIODS_QUERY, refId: 'Anno', devices: ['COMP-01'], tags: ['presion'] };
    expect(saved()).toEqual(periods);
    expect(screen.queryByLabelText('Severities')).not.toBeInTheDocument();
    expect(screen.queryByLabelText('Format')).not.toBeInTheDocument();
    await user.type(await screen.findByLabelText('Value (bar)'), '8.4{Enter}');
    expect(saved()).toEqual({ ...periods, condition: { operator: '>', value: '8.4', upper: '' } });
    expect(screen.getByText('When COMP-01 · presion is above 8.4 bar')).toBeInTheDocument();
  });

  it('opens saved periods as they are, and chooses alerts again', async () => {
    const periods = {
      ...DEFAULT_PERIODS_QUERY,
      refId: 'Anno',
      devices: ['COMP-01'],
      tags: ['presion'],
      minDuration: '1m',
    };
    const { user, saved, edits } = await renderEditor<TelemetryQuery>(AnnotationEditor, periods);
    expect(screen.getByRole('radio', { name: 'Periods' })).toBeChecked();
    expect(screen.getByLabelText('Minimum duration')).toHaveValue('1 minute');
    expect(edits()).toBe(0);
    await user.click(screen.getByRole('radio', { name: 'Alerts' }));
    expect(saved()).toEqual({ ...everyAlert, devices: ['COMP-01'], tags: ['presion'] });
  });
});
