import '../../editors/test/jsdomLayout';
import { screen } from '@testing-library/react';
import { DEFAULT_ALERTS_QUERY } from './alertsQuery';
import type { TelemetryQuery } from '../kinds';
import { selectOption } from '../../editors/test/userActions';
import { renderEditor } from '../../editors/test/renderEditor';
import { QueryEditor } from '../editor/QueryEditor';

const everyAlert: TelemetryQuery = { ...DEFAULT_ALERTS_QUERY, refId: 'A' };

it('a panel shows what fits its visualization, or the number of active alerts per step', async () => {
  const { user, saved, runs } = await renderEditor(QueryEditor, everyAlert);
  expect(screen.getByLabelText('Format')).toHaveValue('Auto');
  await selectOption(user, 'Format', /^Count per step/);
  expect(saved()).toEqual({ ...everyAlert, format: 'count' });
  expect(runs()).toBe(1);
});

it('a timeline has a line per device or per tag', async () => {
  const { user, saved } = await renderEditor(QueryEditor, everyAlert);
  expect(screen.queryByText('A line per')).not.toBeInTheDocument();
  await selectOption(user, 'Format', /^Timeline/);
  await user.click(screen.getByRole('radio', { name: 'Tag' }));
  expect(saved()).toEqual({ ...everyAlert, format: 'timeline', linePer: 'tag' });
});

it('a panel has no regions', async () => {
  await renderEditor(QueryEditor, everyAlert);
  expect(screen.queryByLabelText(/^Regions only/)).not.toBeInTheDocument();
});
