import '../test/jsdomLayout';
import { screen } from '@testing-library/react';
import { DEFAULT_ALERTS_QUERY } from '../../query/normalizeQuery';
import type { TelemetryQuery } from '../../query/telemetryQuery';
import { AnnotationEditor } from './AnnotationEditor';
import { renderEditor } from '../test/renderEditor';
import { listOptions, selectOption } from '../test/userActions';

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

  it('shows that an empty filter matches all', async () => {
    await renderEditor(AnnotationEditor, everyAlert);
    expect(screen.getByLabelText('Devices')).toHaveAttribute('placeholder', 'All devices');
    expect(screen.getByLabelText('Tags')).toHaveAttribute('placeholder', 'All tags');
    expect(screen.getByLabelText('Severities')).toHaveAttribute('placeholder', 'All severities');
  });

  it('suggests the tags of the selected devices', async () => {
    const { user } = await renderEditor(AnnotationEditor, { ...everyAlert, devices: ['HORNO-1'] });
    expect(await listOptions(user, 'Tags', 'e')).toContain('Temperatura de zona 1 (temperatura)°C · 1 device');
    expect(screen.queryByRole('option', { name: /presion/ })).not.toBeInTheDocument();
  });

  it('treats an annotation that was saved without a kind as an alerts query', async () => {
    const { user, saved, edits } = await renderEditor(AnnotationEditor, { refId: 'Anno' } as TelemetryQuery);
    expect(edits()).toBe(0);
    await user.click(screen.getByRole('radio', { name: 'Open or acknowledged' }));
    expect(saved()).toEqual({ ...everyAlert, state: 'open' });
  });
});
