import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readDashboards } from './readDashboards.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'workbench-'));
  mkdirSync(path.join(folder, 'dashboards', 'plant'), { recursive: true });
});
afterEach(() => rmSync(folder, { recursive: true }));

function write(name: string, text: string) {
  writeFileSync(path.join(folder, 'dashboards', name), text);
}

/** The built plugin is beside the provisioning folder. */
const folders = () => ({ provisioningDir: folder, pluginDir: path.join(folder, 'plugin') });

const provider = (folderPath: string) =>
  `providers: [{ name: plant, folder: Plant, type: file, options: { path: ${folderPath} } }]`;

test('the path in the Grafana container maps to the folder in the repository', () => {
  write('plant.yaml', provider('/etc/grafana/provisioning/dashboards'));
  write('overview.json', '{ "uid": "overview", "title": "Overview", "tags": ["plant"], "panels": [] }');
  write('plant/detail.json', '{ "title": "Detail" }');
  const { dashboards, problems } = readDashboards(folders());
  expect(problems).toEqual([]);
  expect(dashboards).toMatchObject([
    { uid: 'detail', title: 'Detail', folder: 'Plant', tags: [] },
    { uid: 'overview', title: 'Overview', folder: 'Plant', tags: ['plant'] },
  ]);
});

test('the folder of the plugin in the Grafana container maps to the built plugin', () => {
  mkdirSync(path.join(folder, 'plugin', 'dashboards'), { recursive: true });
  writeFileSync(path.join(folder, 'plugin', 'dashboards', 'status.json'), '{ "title": "Status" }');
  write(
    'plugin.yaml',
    provider('/usr/share/telemetria-industrial/plugins/telemetria-industrial-datasource/dashboards')
  );
  expect(readDashboards(folders()).dashboards.map(({ title }) => title)).toEqual(['Status']);
});

test('an invalid file is reported by name and the other dashboards are still read', () => {
  write('plant.yaml', provider('/etc/grafana/provisioning/dashboards'));
  write('a.json', '{ "title": "A" }');
  write('b.json', '{ "title": ');
  write('c.json', '{ "uid": "c" }');
  const { dashboards, problems } = readDashboards(folders());
  expect(dashboards.map((dashboard) => dashboard.title)).toEqual(['A']);
  expect(problems).toEqual([
    expect.stringContaining('b.json is not JSON'),
    'c.json.title must be a string that is not empty.',
  ]);
});

test('a provider with a missing folder is reported', () => {
  write('plant.yaml', provider('/nowhere/at/all'));
  expect(readDashboards(folders())).toEqual({
    dashboards: [],
    problems: ['The dashboards folder /nowhere/at/all does not exist.'],
  });
});
