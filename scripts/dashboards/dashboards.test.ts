import { dateMath, dateTimeFormat, type FieldConfigSource } from '@grafana/data';
import { expect, jest, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { KINDS } from '../../src/kinds/kinds.ts';
import { demoPlant } from '../../telemetry-api/demo/demoPlant.ts';
import { dashboardFiles, dashboardIncludes, DEMO_FOLDER, IMPORT_FOLDER, PLUGIN_FOLDER } from './dashboardFiles.ts';
import { LANGUAGES, translateTo } from './language.ts';
import { type DashboardName, dashboardUid, SHARED_VARIABLES } from './links.ts';
import { PLUGIN_ID } from './source.ts';
import { PROCESSES } from './whatItCanShow.ts';
import { repositoryRoot } from '../repositoryRoot.ts';

interface Target {
  readonly kind: string;
  readonly datasource: unknown;
  readonly format?: string;
  readonly sites?: string[];
  readonly devices?: string[];
  readonly tags?: string[];
  readonly statistics?: string[];
  readonly interval?: string;
  readonly latestReading?: boolean;
  readonly staleAfter?: string;
  readonly condition?: { readonly operator: string };
}

interface Panel {
  readonly id: number;
  readonly type: string;
  readonly title: string;
  readonly description?: string;
  readonly links?: Array<{ title: string; url: string }>;
  readonly gridPos: { x: number; y: number; w: number; h: number };
  readonly datasource?: unknown;
  readonly targets?: Target[];
  readonly fieldConfig?: FieldConfigSource;
  readonly options?: {
    readonly reduceOptions?: { readonly calcs: string[] };
    readonly wideLayout?: boolean;
    readonly text?: { readonly valueSize?: number };
    readonly sortBy?: Array<{ readonly displayName: string; readonly desc: boolean }>;
    readonly legend?: { readonly calcs?: string[] };
  };
}

interface Dashboard {
  readonly uid: string;
  readonly title: string;
  readonly description: string;
  readonly panels: Panel[];
  readonly links: Array<{
    type: string;
    url: string;
    tags: string[];
    includeVars: boolean;
    keepTime: boolean;
    placement?: string;
  }>;
  readonly templating: {
    list: Array<{
      name: string;
      label: string;
      type: string;
      query: unknown;
      options?: unknown[];
      datasource: unknown;
    }>;
  };
}

/** As they are written. */
const DASHBOARDS = [...dashboardFiles()].map(
  ([file, dashboard]) => [file, JSON.parse(JSON.stringify(dashboard)) as Dashboard] as const
);

const filesIn = (folder: string) =>
  LANGUAGES.flatMap((language) => DASHBOARDS.filter(([file]) => file.startsWith(`${folder}/${language}/`)));
const OF_PLUGIN = filesIn(PLUGIN_FOLDER);
const TO_IMPORT = filesIn(IMPORT_FOLDER);
const OF_DEMO_PLANT = filesIn(DEMO_FOLDER);
/** For visitors of shared dashboards. */
const isForVisitors = ([, { uid }]: (typeof DASHBOARDS)[number]) => uid.startsWith('plant-shared');
const FOR_VISITORS = DASHBOARDS.filter(isForVisitors);
const FOR_USERS = DASHBOARDS.filter((one) => !isForVisitors(one));

const PLANT = new Map(
  demoPlant(Date.UTC(2026, 0, 1)).map(({ code, tags }) => [code, new Set(tags.map(({ key }) => key))])
);

test('every dashboard is in a folder of the plugin, of those to import or of the demo plant', () => {
  expect(new Set([...OF_PLUGIN, ...TO_IMPORT, ...OF_DEMO_PLANT])).toEqual(new Set(DASHBOARDS));
});

test.each(DASHBOARDS)(
  'no legend of %s calculates with the step that still runs as if it had ended',
  (_, { panels }) => {
    const calcs = panels.flatMap(({ options }) => options?.legend?.calcs ?? []);
    expect(calcs.filter((calc) => calc !== 'max')).toEqual([]);
  }
);

test('provisioning loads the dashboards of the plugin and of the demo plant, and no other folder', () => {
  const file = path.join(repositoryRoot, 'provisioning/dashboards/telemetria.yaml');
  const { providers } = parse(readFileSync(file, 'utf8')) as { providers: Array<{ options: { path: string } }> };
  const folders = providers.map(({ options }) => options.path.replace(/^.*\/telemetria-industrial-datasource\//, ''));
  expect(folders).toEqual(expect.arrayContaining([`${PLUGIN_FOLDER}/en`, `${DEMO_FOLDER}/en`]));
  const known = [PLUGIN_FOLDER, DEMO_FOLDER].flatMap((folder) => LANGUAGES.map((language) => `${folder}/${language}`));
  expect(known).toEqual(expect.arrayContaining(folders));
});

test('every dashboard has a unique uid', () => {
  expect(new Set(DASHBOARDS.map(([, { uid }]) => uid)).size).toBe(DASHBOARDS.length);
});

test('the plugin lists the dashboards that come with it', () => {
  const listed = dashboardIncludes().map(({ name, path: file }) => [file, name]);
  expect(listed.sort()).toEqual([...OF_PLUGIN, ...TO_IMPORT].map(([file, { title }]) => [file, title]).sort());
});

test.each(FOR_VISITORS)('%s has nothing that Grafana denies to visitors', (file, dashboard) => {
  const { panels, templating } = dashboard;
  const isImported = file.startsWith(IMPORT_FOLDER);
  const source = isImported ? '${DS_TELEMETRIA}' : { type: PLUGIN_ID, uid: 'telemetria-industrial' };
  expect(panels.map(({ datasource }) => datasource)).toEqual(panels.map(() => source));
  expect(panels.flatMap(({ targets = [] }) => targets.map((target) => target.datasource))).not.toContainEqual(
    expect.anything()
  );
  expect(templating.list).toEqual([]);
  const text = JSON.stringify(panels).replaceAll('${DS_TELEMETRIA}', '');
  expect(text).not.toMatch(/\$/);
  expect(text).not.toContain('/d/');
  // The data source gives some fields links; a property without a value takes them away.
  const withoutLinks = { matcher: { id: 'byRegexp', options: '/.*/' }, properties: [{ id: 'links', value: null }] };
  expect(panels.map(({ fieldConfig }) => fieldConfig?.overrides)).toEqual(
    panels.map(() => expect.arrayContaining([withoutLinks]))
  );
  expect(text).not.toMatch(/ opens? | abren? /);
});

test.each(TO_IMPORT)('%s asks for its data source when it is imported', (_, dashboard) => {
  expect(dashboard).toMatchObject({
    __inputs: [{ name: 'DS_TELEMETRIA', type: 'datasource', pluginId: PLUGIN_ID }],
    schemaVersion: 32,
  });
});

test.each(FOR_VISITORS)('%s says the format that Grafana cannot tell by the visualization', (_, { panels }) => {
  const targets = panels.flatMap(({ targets: own = [] }) => own);
  expect(targets.filter(({ kind, format }) => kind === 'latest' && format === undefined)).toEqual([]);
  const charts = panels.filter(({ type }) => type === 'timeseries').flatMap(({ targets: own = [] }) => own);
  expect(charts.map(({ format }) => format)).toEqual(['count']);
});

test.each(FOR_USERS)('%s uses the data source that its variable selects everywhere', (_, { panels, templating }) => {
  const used = [
    ...panels.flatMap(({ datasource, targets = [] }) => [...targets.map((one) => one.datasource), datasource]),
  ]
    .concat(templating.list.map(({ datasource }) => datasource))
    .filter((datasource) => datasource !== undefined);
  expect(new Set(used.map((datasource) => JSON.stringify(datasource)))).toEqual(
    new Set([JSON.stringify({ type: PLUGIN_ID, uid: '${source}' })])
  );
  expect(templating.list[0]).toMatchObject({ name: 'source', type: 'datasource', query: PLUGIN_ID });
});

test.each(FOR_USERS)('%s has panels with a title, a description and a link to a dashboard', (_, { panels }) => {
  const uids = DASHBOARDS.map(([, { uid }]) => uid);
  for (const { type, title, description, links } of panels) {
    expect(title).not.toBe('');
    if (type !== 'row') {
      expect(description).toMatch(/\.$/);
      expect(links).toHaveLength(1);
      expect(uids).toContain(/^\/d\/([\w-]+)\?/.exec(links?.[0]?.url ?? '')?.[1]);
    }
  }
});

test.each(DASHBOARDS)('%s has panels with unique ids that do not overlap', (_, { panels }) => {
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
    Array.from({ length: w * h }, (__, cell) => `${x + (cell % w)}, ${y + Math.floor(cell / w)}`)
  );
  expect(new Set(cells).size).toBe(cells.length);
  expect(Math.max(...panels.map(({ gridPos: { x, w } }) => x + w))).toBe(24);
});

test.each(OF_PLUGIN)('%s works with every plant: it names no site, device or tag', (_, { panels }) => {
  for (const { sites = [], devices = [], tags = [] } of panels.flatMap(({ targets = [] }) => targets)) {
    expect([...sites, ...devices, ...tags].filter((text) => !text.startsWith('$') && text !== '*')).toEqual([]);
  }
});

test.each(OF_PLUGIN)('%s has panels that follow the selected site, all but exports', (_, { panels }) => {
  const targets = panels.flatMap(({ targets: own = [] }) => own);
  expect(targets.filter(({ kind, sites }) => kind !== 'exports' && sites?.[0] !== '$site')).toEqual([]);
});

test.each(DASHBOARDS)('%s uses only variables that it has', (_, dashboard) => {
  const names = new Set(dashboard.templating.list.map(({ name }) => name));
  const used = [...JSON.stringify(dashboard).matchAll(/\$\{?(\w+)/g)].map(([, name]) => name!);
  expect(used.filter((name) => !names.has(name) && !name.startsWith('__') && name !== 'DS_TELEMETRIA')).toEqual([]);
});

test.each(OF_DEMO_PLANT)('%s requests devices and tags that the demo plant has', (_, { panels }) => {
  const missing = panels.flatMap(({ title, targets = [] }) =>
    targets.flatMap(({ devices = [], tags = [] }) =>
      tags.filter((tag) => !devices.some((device) => PLANT.get(device)?.has(tag))).map((tag) => `${title}: ${tag}`)
    )
  );
  expect(missing).toEqual([]);
});

test.each(OF_DEMO_PLANT.filter(([, { uid }]) => uid.startsWith('what-it-can-show')))(
  '%s has links to the runs of processes that the demo plant has',
  (_, { links }) => {
    const processes = links.filter(({ url }) => url.includes('/plant-batches') && url.includes('from='));
    expect(processes).toHaveLength(Object.keys(PROCESSES).length);
    const names = new Set(
      OF_PLUGIN.find(([, { uid }]) => uid === 'plant-batches')![1].templating.list.map(({ name }) => `var-${name}`)
    );
    for (const { url } of processes) {
      const query = new URL(url, 'http://host').searchParams;
      expect([...query.keys()].filter((key) => key.startsWith('var-') && !names.has(key))).toEqual([]);
      const tags = PLANT.get(query.get('var-runDevice')!);
      const used = [query.get('var-runTag')!, ...query.getAll('var-curve')];
      expect(used.filter((tag) => !tags?.has(tag))).toEqual([]);
    }
  }
);

test('the languages have the same panels, with other texts', () => {
  const inLanguage = (language: string) =>
    DASHBOARDS.filter(([file]) => file.includes(`/${language}/`)).map(([, dashboard]) => dashboard);
  const spanish = new Map(inLanguage('es').map((dashboard) => [dashboard.uid, dashboard]));
  for (const english of inLanguage('en')) {
    const other = spanish.get(`${english.uid}-es`);
    expect(other?.panels.map(({ targets }) => targets)).toEqual(english.panels.map(({ targets }) => targets));
    expect(other?.description).not.toBe(english.description);
    english.panels.forEach(({ title, description }, index) => {
      const translated = other?.panels[index];
      expect(translated?.description === description).toBe(description === undefined);
      // A title that is the name of a tag, or a word that both languages have.
      if (!title.startsWith('${') && title !== 'Tags') {
        expect(translated?.title).not.toBe(title);
      }
    });
  }
});

test.each(DASHBOARDS)('%s has links with the range of the panel where it has its own', (_, { panels }) => {
  for (const panel of panels) {
    const text = JSON.stringify(panel.links ?? []) + JSON.stringify(panel.fieldConfig ?? {});
    const urls = [...text.matchAll(/"url":"([^"]*)"/g)].map(([, url]) => url!);
    const range = 'timeFrom' in panel ? /from=\$\{__from\}&to=\$\{__to\}/ : /\$\{__url_time_range\}/;
    const rangeOfRow =
      /from=\$\{__data\.fields\.rangeFrom:percentencode\}&to=\$\{__data\.fields\.rangeTo:percentencode\}/;
    expect(urls.filter((url) => !range.test(url) && !rangeOfRow.test(url))).toEqual([]);
  }
});

test.each(DASHBOARDS)('%s has the band in every trend, so that a spike of one reading is seen', (_, { panels }) => {
  const lines = panels
    .filter(({ type, fieldConfig }) => type === 'timeseries' && fieldConfig?.defaults.custom?.drawStyle !== 'bars')
    .flatMap(({ targets = [] }) => targets.filter(({ kind }) => kind === 'history'));
  const bandless = lines.filter(
    ({ statistics = [] }) => !['auto', 'band', 'increase'].some((statistic) => statistics.includes(statistic))
  );
  expect(bandless).toEqual([]);
});

test.each(DASHBOARDS)(
  '%s has single values of history that are those of the whole range, or the latest readings',
  (_, { panels }) => {
    const targets = panels.filter(({ type }) => type === 'stat').flatMap((panel) => panel.targets ?? []);
    const ofSteps = targets.filter(({ kind, interval }) => kind === 'history' && interval !== 'range');
    expect(ofSteps.filter(({ latestReading = false }) => !latestReading)).toEqual([]);
  }
);

test.each(DASHBOARDS)('%s has tables of alerts that tell none from unknown', (_, { panels }) => {
  const tables = panels.filter(
    ({ type, targets = [] }) => type === 'table' && targets.some(({ kind, format }) => kind === 'alerts' && !format)
  );
  for (const { targets, fieldConfig } of tables) {
    expect(targets).toMatchObject([{ saysNone: true }]);
    expect(fieldConfig?.defaults.noValue).toMatch(/Alerts unknown|Alertas desconocidas/);
    expect(fieldConfig?.overrides[0]).toMatchObject({ properties: [{ id: 'noValue', value: '–' }] });
  }
});

/** Columns that are no times: how long, and how much. */
const AMOUNTS = new Set(
  LANGUAGES.flatMap((language) =>
    (
      ['periods.duration', 'availability.most.hours', 'consumption.comparison.value', 'handover.above.hours'] as const
    ).map((key) => translateTo(language)(key))
  )
);

test.each(DASHBOARDS)('%s has tables whose rows without a time come before the oldest', (_, { panels }) => {
  const sorted = panels.flatMap(({ options }) => options?.sortBy ?? []);
  expect(sorted.filter(({ desc, displayName }) => desc && !AMOUNTS.has(displayName))).toEqual([]);
});

test('late and silent tags have words of their own', () => {
  const names = OF_PLUGIN.flatMap(([, { panels }]) => panels)
    .filter(({ targets = [] }) => targets.some(({ staleAfter = '' }) => /^\$(late|silent)After$/.test(staleAfter)))
    .filter(({ type }) => type === 'stat')
    .map(({ fieldConfig }) =>
      fieldConfig!.overrides.flatMap(({ properties }) =>
        properties.flatMap(({ id, value }) => (id === 'displayName' ? [value as string] : []))
      )
    );
  expect(names.map((own) => own.length)).toEqual(LANGUAGES.flatMap(() => [2, 2]));
  expect(new Set(names.flat()).size).toBe(4 * LANGUAGES.length);
});

test.each(DASHBOARDS)('%s has queries of known kinds only', (_, { panels }) => {
  const kinds = panels.flatMap(({ targets = [] }) => targets.map(({ kind }) => kind));
  expect(kinds.filter((kind) => !Object.hasOwn(KINDS, kind))).toEqual([]);
});

/** What a page of 900 pixels shows below its controls. */
const FOLD_ROWS = 16;

test.each(OF_PLUGIN.filter(([file]) => /overview|tag|compare|consumption/.test(file)))(
  '%s is about trends, and begins with a wide chart of them',
  (_, { panels }) => {
    const charts = panels.filter(
      ({ type, gridPos, targets = [] }) =>
        type === 'timeseries' &&
        gridPos.w > 12 &&
        gridPos.y + gridPos.h <= FOLD_ROWS &&
        targets.some(({ kind }) => kind === 'history')
    );
    expect(charts).toHaveLength(1);
  }
);

test.each(DASHBOARDS)('%s shows what counters counted, wherever it does not show a reading', (_, { panels }) => {
  const charts = panels
    .filter(({ type }) => type === 'timeseries')
    .flatMap(({ targets = [] }) => targets.filter(({ kind }) => kind === 'history'));
  const others = charts.map(({ statistics = [] }) => statistics.join()).filter((text) => text !== 'auto');
  expect(others.filter((text) => text !== 'increase' && text !== 'n')).toEqual([]);
});

test.each(DASHBOARDS)('%s has lists whose texts have no commas, which separate them', (_, { templating }) => {
  const listed = templating.list.filter(({ type }) => type === 'custom');
  expect(listed.map(({ query }) => String(query).split(',').length)).toEqual(
    listed.map(({ options }) => options?.length)
  );
});

test.each(OF_PLUGIN)('%s has a device and a tag that begin with the most severe open alert', (_, { templating }) => {
  const first = templating.list.filter((variable) => 'includeAll' in variable && variable.includeAll === false);
  const queries = first.map(({ query }) => query as { kind?: string; order?: string });
  expect(queries.filter(({ kind, order }) => ['devices', 'tags'].includes(kind ?? '') && order !== 'alerts')).toEqual(
    []
  );
});

test.each(FOR_USERS)('%s has a menu of all dashboards, with what is selected', (file, { links: all }) => {
  const links = all.filter(({ url }) => !url.includes('from='));
  const language = file.split('/').at(-2)!;
  const menu = links.filter(({ placement }) => placement === undefined);
  expect(menu.map(({ url }) => url.split('?')[0])).toEqual([
    ...OF_MENU.map((name) => `/d/${dashboardUid(name, language)}`),
    '',
  ]);
  expect(menu.at(-1)).toMatchObject({ type: 'dashboards', tags: [`telemetria-examples-${language}`] });
  expect(links.every(({ includeVars, url }) => includeVars !== url.includes('?'))).toBe(true);
  // A run and a shift have their own time.
  const ofOwnTime = ['plant-batches', 'plant-handover'].map(
    (name) => `/d/${dashboardUid(name as DashboardName, language)}?`
  );
  const forgetful = menu.filter(({ keepTime }) => !keepTime).map(({ url }) => url.replace(/\?.*/, '?'));
  expect(forgetful).toEqual(ofOwnTime);
  expect(links.filter(({ keepTime, placement }) => !keepTime && placement !== undefined)).toEqual([]);
});

test('from a meter and from Consumption, one click leads to today so far', () => {
  const days = FOR_USERS.flatMap(([file, { links }]) =>
    links
      .filter(({ url }) => url.includes('from=now%2Fd&'))
      .map(({ url, keepTime }) => [path.basename(file, '.json'), url, keepTime])
  );
  expect(days.slice(0, days.length / LANGUAGES.length)).toEqual([
    ...['plant-device', 'plant-tag', 'plant-consumption'].map((name) => [
      name,
      expect.stringMatching(/^\/d\/plant-consumption\?.*\$\{device:queryparam\}.*&from=now%2Fd&to=now$/),
      false,
    ]),
  ]);
  expect(days.length).toBe(3 * LANGUAGES.length);
});

/** A time as the time picker reads it; an end is rounded up. */
function pickedTime(url: string, edge: 'from' | 'to', timeZone: string, nowMs: number): number {
  jest.useFakeTimers({ now: nowMs });
  const text = new URL(url, 'http://host').searchParams.get(edge)!;
  const time = dateMath.parse(text, edge === 'to', timeZone)!;
  jest.useRealTimers();
  return time.valueOf();
}

test.each(['Europe/Madrid', 'America/Santiago', 'UTC'])(
  'from Shift handover, a click leads to the last shift that has ended, in %s',
  (timeZone) => {
    const { links } = FOR_USERS.find(([, { uid }]) => uid === 'plant-handover')![1];
    const shifts = links.filter(({ url }) => url.includes('from='));
    expect(shifts.map(({ keepTime }) => keepTime)).toEqual([false, false, false]);
    // No clock is set within these days.
    const startMs = Date.UTC(2026, 5, 10);
    for (let minutes = 7; minutes < 48 * 60; minutes += 15) {
      const nowMs = startMs + minutes * 60_000;
      const ranges = shifts.map(({ url }) => {
        const [from, to] = (['from', 'to'] as const).map((edge) => pickedTime(url, edge, timeZone, nowMs));
        expect((to! + 1 - from!) / 3_600_000).toBe(8);
        expect(nowMs - to!).toBeGreaterThan(0);
        expect(nowMs - to!).toBeLessThanOrEqual(24 * 3_600_000);
        return dateTimeFormat(from!, { timeZone, format: 'HH:mm' });
      });
      expect(ranges).toEqual(['06:00', '14:00', '22:00']);
    }
  }
);

const OF_MENU = [
  'plant-overview',
  'plant-device',
  'plant-tag',
  'plant-alerts',
  'plant-alarm-system',
  'plant-compare',
  'plant-data-quality',
  'plant-consumption',
  'plant-availability',
  'plant-batches',
  'plant-handover',
  'plant-exports',
] as const;

const SHARED = new Set(Object.values(SHARED_VARIABLES).flatMap((variables) => Object.keys(variables)));

test.each(FOR_USERS)('%s has the shared variables that links to it count on', (_, { uid, templating }) => {
  const name = uid.replace(/-es$/, '') as DashboardName;
  const selections = templating.list
    .filter(({ name: variable }) => SHARED.has(variable))
    .map((variable) => [variable.name, 'multi' in variable && variable.multi === true ? 'several' : 'one']);
  expect(Object.fromEntries(selections)).toEqual(SHARED_VARIABLES[name]);
});

test.each(FOR_USERS)(
  '%s has links with device and tag, where the dashboard that they open can have them',
  (_, dashboard) => {
    const own: Readonly<Record<string, string>> = SHARED_VARIABLES[dashboard.uid.replace(/-es$/, '') as DashboardName];
    const urls = [...JSON.stringify([dashboard.panels, dashboard.links]).matchAll(/"url":"(\/d\/[^"]*\?[^"]*)"/g)].map(
      ([, url]) => url!
    );
    expect(urls.length).toBeGreaterThan(0);
    for (const url of urls) {
      const name = /^\/d\/([\w-]+?)(-es)?\?/.exec(url)![1] as DashboardName;
      const target: Readonly<Record<string, string>> = SHARED_VARIABLES[name];
      const kept = Object.keys(target).filter(
        (variable) => own[variable] === 'one' || (own[variable] && target[variable] === 'several')
      );
      const carried = kept.filter(
        (variable) => url.includes(`\${${variable}:queryparam}`) || url.includes(`var-${variable}=`)
      );
      expect([url, carried]).toEqual([url, kept]);
      // All cannot be selected where only one can be.
      const passed = Object.keys(own).filter((variable) => url.includes(`\${${variable}:queryparam}`));
      expect([url, passed.filter((variable) => !kept.includes(variable))]).toEqual([url, []]);
    }
  }
);

test.each(OF_PLUGIN.filter(([, { uid }]) => /^plant-(device|availability)(-es)?$/.test(uid)))(
  '%s has one hold limit for all that continues a value',
  (_, { panels, templating }) => {
    expect(templating.list.find(({ name }) => name === 'hold')).toMatchObject({ type: 'textbox', query: '' });
    const targets = panels.flatMap(({ targets: own = [] }) => own);
    const held = targets.filter(({ kind }) => kind === 'periods' || kind === 'history');
    expect(held.length).toBeGreaterThan(1);
    expect(held).toEqual(held.map((target) => ({ ...target, hold: '$hold' })));
  }
);

test.each(OF_PLUGIN)('%s has no state of an alert in the color of a severity', (_, { panels }) => {
  const colored = panels.flatMap(({ title, fieldConfig }) =>
    (fieldConfig?.overrides ?? []).flatMap(({ matcher, properties }) =>
      matcher.options === 'state' && properties.some(({ id }) => id === 'color') ? [title] : []
    )
  );
  expect(colored).toEqual([]);
});

test.each(OF_PLUGIN.filter(([, { uid }]) => /^plant-tag(-es)?$/.test(uid)))(
  '%s compares with its limit as it is asked to, for as long as a value holds',
  (_, { panels, templating }) => {
    const { list } = templating;
    expect(list.find(({ name }) => name === 'condition')?.query).toMatch(/^[\w ]+ : >,[\w ]+ : <,[\w ]+ : =$/);
    expect(list.find(({ name }) => name === 'hold')).toMatchObject({ type: 'textbox', query: '' });
    const targets = panels.flatMap(({ targets: own = [] }) => own);
    const ofPeriods = targets.filter(({ kind }) => kind === 'periods');
    expect(ofPeriods.length).toBeGreaterThan(3);
    for (const target of ofPeriods) {
      expect(target).toMatchObject({ condition: { operator: '$condition', value: '$limit' }, hold: '$hold' });
    }
  }
);

test('tables of periods have the name of the state, and how far its end is known', () => {
  const tables = OF_PLUGIN.flatMap(([, { panels }]) => panels).filter(
    ({ type, targets = [] }) =>
      type === 'table' &&
      targets.some(
        ({ kind, format, condition }) => kind === 'periods' && format === 'table' && condition?.operator !== 'unchanged'
      )
  );
  expect(tables).toHaveLength(3 * LANGUAGES.length);
  for (const { fieldConfig } of tables) {
    for (const name of ['stateName', 'state']) {
      const own = fieldConfig!.overrides.filter(({ matcher }) => matcher.options === name);
      expect(own.flatMap(({ properties }) => properties.map(({ id }) => id))).toContain('custom.minWidth');
    }
  }
});

test.each(DASHBOARDS)(
  '%s cuts no digit of a value: tiles fit their text, and columns have room for it',
  (_, { panels }) => {
    const ofValues = panels.filter(({ targets = [] }) =>
      targets.some(({ kind, format }) => kind === 'history' || (kind === 'latest' && format !== 'count'))
    );
    const tiles = ofValues.filter(({ type, options }) => type === 'stat' && options?.wideLayout === false);
    expect(tiles.filter(({ options }) => options?.text?.valueSize !== undefined).map(({ title }) => title)).toEqual([]);
    const widths = ofValues.flatMap(({ title, type, targets, fieldConfig }) =>
      type !== 'table' || !targets?.some(({ kind }) => kind === 'latest')
        ? []
        : fieldConfig!.overrides
            .filter(({ matcher }) => matcher.options === 'value')
            .flatMap(({ properties }) => properties.filter(({ id }) => /^custom\.(minW|w)idth$/.test(id)))
            .map(({ value }) => [title, value as number] as const)
    );
    // Ten digits; on a phone, more would leave no room for the age.
    expect(widths.filter(([, width]) => width < 100)).toEqual([]);
  }
);
