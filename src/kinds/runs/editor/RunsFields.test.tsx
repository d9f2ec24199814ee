import '../../../editors/test/jsdomLayout';
import { screen } from '@testing-library/react';
import type { EditorDataSource } from '../../../editors/shared/editorProps';
import { device, PLANT, plantSource } from '../../../editors/test/plant';
import { renderEditor } from '../../../editors/test/renderEditor';
import { selectOption } from '../../../editors/test/userActions';
import { QueryEditor } from '../../editor/QueryEditor';
import type { TelemetryQuery } from '../../kinds';
import { DEFAULT_RUNS_QUERY, type RunsQuery } from '../runsQuery';

const LINE = device('LIN-1', 'Línea 1', 'linea', 'Bilbao', 'Envasado', [
  ['par_motor', 'Par del motor', 'Nm'],
  ['estado', 'Estado (0 parada, 1 marcha, 2 atasco)', ''],
]);

async function open(query: Partial<RunsQuery> = {}) {
  const source: EditorDataSource = plantSource([...PLANT, LINE]);
  const saved: RunsQuery = { ...DEFAULT_RUNS_QUERY, refId: 'A', devices: ['LIN-1'], tags: ['par_motor'], ...query };
  const editor = await renderEditor<TelemetryQuery>(QueryEditor, saved, source);
  return { ...editor, saved: () => editor.saved() as RunsQuery };
}

it('says when runs begin and end by a tag of the device and one of its states', async () => {
  const { user, saved } = await open();
  await selectOption(user, 'Runs of tag', /estado/);
  expect(saved().runTag).toBe('estado');
  await selectOption(user, 'Value', /^marcha/);
  expect(saved().condition).toEqual({ operator: '=', value: 'marcha', upper: '' });
  await selectOption(user, 'Minimum duration', '15 minutes');
  expect(saved().minDuration).toBe('15m');
});

it('reads back when a run lasts, and before that what it lacks', async () => {
  const { user, saved } = await open();
  const isShown = async (text: string) => expect(await screen.findByText(text)).toBeInTheDocument();
  await isShown('Choose the tag that says when runs begin and end');
  await selectOption(user, 'Runs of tag', /estado/);
  await isShown('Choose the value of the condition');
  await selectOption(user, 'Value', /^marcha/);
  await selectOption(user, 'Minimum duration', '15 minutes');
  await selectOption(user, 'Join within', '30 seconds');
  await isShown('When LIN-1 · estado is marcha for at least 15 min, interruptions up to 30 s included');
  await selectOption(user, 'A run lasts', /While the value is the same/);
  await isShown(
    'When LIN-1 · estado keeps the same value and is marcha for at least 15 min, interruptions up to 30 s included'
  );
  await selectOption(user, 'Value', /^None/);
  await selectOption(user, 'Join within', /^Never/);
  await isShown('When LIN-1 · estado keeps the same value for at least 15 min');
  await selectOption(user, 'A run lasts', /Until the counter restarts/);
  await isShown('When LIN-1 · estado counts without a restart for at least 15 min');
  await selectOption(user, 'On device', /Compresor 1/);
  await isShown('When COMP-01 · estado counts without a restart for at least 15 min');
  expect(saved()).toMatchObject({ runDevice: 'COMP-01', minDuration: '15m' });
});

it('reads values back in the unit of the tag of the runs, wherever its device is', async () => {
  const condition = { operator: '>', value: '7', upper: '' } as const;
  await open({ runTag: 'presion', runDevice: 'COMP-01', areas: ['Envasado'], condition });
  expect(await screen.findByText('When COMP-01 · presion is above 7 bar')).toBeInTheDocument();
});

it('has the runs of another device for all, or each device its own', async () => {
  const { user, saved } = await open({ runTag: 'estado' });
  await selectOption(user, 'On device', /Compresor 1/);
  expect(saved().runDevice).toBe('COMP-01');
  await selectOption(user, 'On device', 'Each its own');
  expect(saved().runDevice).toBe('');
});

it('needs no condition for runs by value', async () => {
  const { user, saved } = await open({ runTag: 'estado' });
  await selectOption(user, 'A run lasts', /While the value is the same/);
  expect(saved()).toMatchObject({ runsBy: 'values', condition: { value: '' } });
});

it('has no condition for runs between restarts of a counter', async () => {
  const { user, saved } = await open({ runTag: 'estado' });
  await selectOption(user, 'A run lasts', /Until the counter restarts/);
  expect(saved().runsBy).toBe('restarts');
  expect(screen.queryByLabelText('Value')).not.toBeInTheDocument();
  await selectOption(user, 'Minimum duration', '15 minutes');
  expect(saved().minDuration).toBe('15m');
});

it('compares as many runs as there are whole numbers, aligned as chosen', async () => {
  const { user, saved } = await open({ runTag: 'estado' });
  await user.clear(screen.getByLabelText('Number of runs'));
  await user.type(screen.getByLabelText('Number of runs'), '20{Enter}');
  expect(saved().count).toBe(20);
  await user.clear(screen.getByLabelText('Number of runs'));
  await user.type(screen.getByLabelText('Number of runs'), '0{Enter}');
  expect(saved().count).toBe(20);
  expect(screen.getByLabelText('Number of runs')).toHaveValue(20);
  await selectOption(user, 'Align at', /Both/);
  expect(saved().align).toBe('stretch');
  await selectOption(user, 'Format', /Envelope/);
  expect(saved().format).toBe('envelope');
});

it('opening a query does not change it, and says what is compared', async () => {
  const { edits } = await open({ runTag: 'estado', run: '17', reference: ['15', '16'] });
  expect(await screen.findByText('Compared run: 17 · Reference runs: 15, 16')).toBeInTheDocument();
  expect(edits()).toBe(0);
});
