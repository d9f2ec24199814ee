import '../../editors/test/jsdomLayout';
import { screen } from '@testing-library/react';
import { DEFAULT_ALERTS_QUERY } from './alertsQuery';
import type { TelemetryQuery } from '../kinds';
import { renderEditor } from '../../editors/test/renderEditor';
import { QueryEditor } from '../editor/QueryEditor';

const everyAlert: TelemetryQuery = { ...DEFAULT_ALERTS_QUERY, refId: 'A' };

it('a panel shows what fits its visualization, or the number of active alerts per step', async () => {
  const { user, saved, runs } = await renderEditor(QueryEditor, everyAlert);
  expect(screen.getByRole('radio', { name: 'Auto' })).toBeChecked();
  await user.click(screen.getByRole('radio', { name: 'Count per step' }));
  expect(saved()).toEqual({ ...everyAlert, format: 'count' });
  expect(runs()).toBe(1);
});

it('a panel has no regions', async () => {
  await renderEditor(QueryEditor, everyAlert);
  expect(screen.queryByLabelText(/^Regions only/)).not.toBeInTheDocument();
});
