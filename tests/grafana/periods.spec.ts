import { expect } from '@grafana/plugin-e2e';
import type { APIRequestContext, Locator } from '@playwright/test';
import { test as base } from './telemetryTest.ts';

/* Each format of periods in the panels that it is for, and where history of states ends. What they show is computed here from the readings of the API alone. */

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

interface Range {
  readonly fromMs: number;
  readonly toMs: number;
}

interface Span extends Range {
  readonly state: string;
}

/** A tag of states, and their names by value. It is read at least once an hour, and its values hold. */
interface StateTag {
  readonly device: string;
  readonly states: readonly string[];
}

const LINE: StateTag = { device: 'LIN-101', states: ['parada', 'marcha', 'atasco', 'cambio de formato'] };
const COMPRESSOR: StateTag = { device: 'CMP-101', states: ['parado', 'marcha', 'disparo'] };

const ofTag = ({ device }: StateTag) => ({ devices: [device], tags: ['estado'], hold: 'none' });
const PERIODS = { kind: 'periods', ...ofTag(LINE) };
const CHANGE = 'cambio de formato';
const FORMAT_CHANGES = { ...PERIODS, condition: { operator: '=', value: CHANGE } };

/** A panel as Grafana saves it, without what all of them have. */
interface Panel {
  readonly type: string;
  readonly targets: readonly object[];
  readonly title?: string;
  readonly fieldConfig?: object;
  readonly options?: object;
}

interface DashboardParts {
  readonly annotations?: { readonly list: readonly object[] };
  readonly templating?: { readonly list: readonly object[] };
}

interface Fixtures {
  /** A dashboard with the panel over a range: no panel of it has an error. */
  readonly open: (panel: Panel, range: Range, parts?: DashboardParts) => Promise<Locator>;
  readonly spansOf: (tag: StateTag, range: Range) => Promise<readonly Span[]>;
  /** What the browser logs as an error, of which there may be none at the end of a test. */
  readonly consoleErrors: readonly string[];
}

/** Of Grafana, whose feature flags a server that is busy sends too late. */
const FLAGS_ARE_LATE = /^Failed to initialize OpenFeature provider/;

const test = base.extend<Fixtures>({
  consoleErrors: [
    async ({ page }, use) => {
      const errors: string[] = [];
      page.on('console', (message) => {
        if (message.type() === 'error' && !FLAGS_ARE_LATE.test(message.text())) {
          errors.push(message.text());
        }
      });
      await use(errors);
      expect(errors).toEqual([]);
    },
    { auto: true },
  ],
  spansOf: async ({ request, dataSource }, use) => {
    await use((tag, range) => readSpans(request, dataSource.uid, tag, range));
  },
  open: async ({ page, selectors, dataSource: { uid, type }, saveDashboard, gotoDashboardPage }, use) => {
    const datasource = { uid, type };
    await use(async ({ title = 'Periods', targets, ...panel }, { fromMs, toMs }, parts = {}) => {
      const gridPos = { x: 0, y: 0, w: 24, h: panel.type === 'table' ? 40 : 14 };
      const queries = targets.map((target, index) => ({ refId: 'AB'[index], datasource, version: 2, ...target }));
      const saved = await saveDashboard({
        title: `Periods in ${panel.type}, ${test.info().testId}`,
        ...{ timezone: 'utc', time: { from: iso(fromMs), to: iso(toMs) } },
        ...parts,
        panels: [{ id: 1, title, datasource, gridPos, ...panel, targets: queries }],
      });
      await gotoDashboardPage({ uid: saved });
      const locator = page.locator('[data-viz-panel-key]').first();
      await expect(locator).toBeVisible();
      await expect(page.getByTestId(selectors.components.Panels.Panel.loadingBar(''))).toHaveCount(0);
      await expect(page.getByTestId('data-testid Panel status error')).toHaveCount(0);
      return locator;
    });
  },
});

test.use({ viewport: { width: 1440, height: 1800 } });

/** Whole days in UTC until yesterday: what is still to come changes nothing in them. */
function pastDays(days: number): Range {
  const toMs = Math.floor(Date.now() / DAY) * DAY - DAY;
  return { fromMs: toMs - days * DAY, toMs };
}

function iso(epochMs: number): string {
  return new Date(epochMs).toISOString();
}

/** As tables write it. */
function timeText(epochMs: number): string {
  return iso(epochMs).slice(0, 19).replace('T', ' ');
}

interface Readings {
  readonly datos: ReadonlyArray<{ readonly ts: string; readonly valor: number }>;
}

async function readReadings(
  request: APIRequestContext,
  dataSourceUid: string,
  { device }: StateTag,
  range: Range
): Promise<Readings['datos']> {
  const tag = { dispositivo: device, tag: 'estado', intervalo: 'crudo', limite: 5000 };
  const path = `/api/datasources/proxy/uid/${dataSourceUid}/v1/lecturas`;
  const params = { ...tag, desde: iso(range.fromMs), hasta: iso(range.toMs) };
  const response = await request.get(path, { params });
  await expect(response).toBeOK();
  return ((await response.json()) as Readings).datos;
}

/** The states of a tag in a range: each reading holds until the next one. */
async function readSpans(
  request: APIRequestContext,
  dataSourceUid: string,
  tag: StateTag,
  range: Range
): Promise<readonly Span[]> {
  const { states } = tag;
  const datos = await readReadings(request, dataSourceUid, tag, { ...range, fromMs: range.fromMs - 2 * HOUR });
  const held = datos.map(({ ts, valor }, index) => ({
    fromMs: Date.parse(ts),
    toMs: index + 1 < datos.length ? Date.parse(datos[index + 1]!.ts) : range.toMs,
    state: states[valor]!,
  }));
  return clip(held, range).reduce<Span[]>((spans, span) => {
    const last = spans.at(-1);
    return last?.state === span.state ? [...spans.slice(0, -1), { ...last, toMs: span.toMs }] : [...spans, span];
  }, []);
}

function clip(spans: readonly Span[], { fromMs, toMs }: Range): Span[] {
  return spans
    .map((span) => ({ ...span, fromMs: Math.max(span.fromMs, fromMs), toMs: Math.min(span.toMs, toMs) }))
    .filter((span) => span.fromMs < span.toMs);
}

const lengthOf = ({ fromMs, toMs }: Range) => toMs - fromMs;
const inState = (spans: readonly Span[], state: string) => spans.filter((span) => span.state === state);
const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
const msIn = (spans: readonly Span[], state: string) => sum(inState(spans, state).map(lengthOf));
const distinct = (names: readonly string[]) => [...new Set(names)];

function steps({ fromMs, toMs }: Range, stepMs: number): readonly Range[] {
  return Array.from({ length: Math.round((toMs - fromMs) / stepMs) }, (_, step) => ({
    fromMs: fromMs + step * stepMs,
    toMs: fromMs + (step + 1) * stepMs,
  }));
}

/** Numbers as they are, in place of the units of the data source. */
function plain(decimals: number) {
  const properties = [
    { id: 'unit', value: 'none' },
    { id: 'decimals', value: decimals },
  ];
  return { defaults: {}, overrides: [{ matcher: { id: 'byType', options: 'number' }, properties }] };
}

/** The texts of the cells of a table, row by row. */
async function cellsOf(panel: Locator): Promise<string[][]> {
  const rows = await panel.getByRole('row').all();
  const cells = await Promise.all(rows.map((row) => row.getByRole('gridcell').allInnerTexts()));
  return cells.filter(({ length }) => length > 0);
}

/** The rows of a legend with numbers: its names with them. */
async function legendOf(panel: Locator): Promise<Record<string, number[]>> {
  const rows = await panel.locator('tbody tr').all();
  const texts = await Promise.all(rows.map((row) => row.locator('td').allInnerTexts()));
  return Object.fromEntries(texts.map(([name = '', ...numbers]) => [name.trim(), numbers.map(Number)]));
}

const legendWith = (...calcs: string[]) => ({
  legend: { showLegend: true, displayMode: 'table', placement: 'bottom', calcs },
});

const LEGEND_NAMES = /^data-testid VizLegend series /;

async function namesOf(panel: Locator): Promise<string[]> {
  return (await panel.getByTestId(LEGEND_NAMES).allInnerTexts()).map((text) => text.trim());
}

/** The colors of the names in a legend, of each pixel from left to right across the middle of the only row of a state timeline. */
async function namesAcross(panel: Locator): Promise<string[]> {
  const icons = await panel
    .getByTestId(LEGEND_NAMES)
    .evaluateAll((items) =>
      items.map((item) => [
        getComputedStyle(item.querySelector('[data-testid="series-icon"]')!).backgroundColor,
        item.textContent.trim(),
      ])
    );
  const names = new Map(icons.map(([color = '', name = '']) => [(color.match(/\d+/g) ?? []).slice(0, 3).join(), name]));
  const pixels = await panel.locator('canvas').evaluate((canvas: HTMLCanvasElement) => {
    const { data } = canvas.getContext('2d')!.getImageData(0, Math.round(canvas.height * 0.4), canvas.width, 1);
    return Array.from({ length: canvas.width }, (_, x) => [...data.subarray(4 * x, 4 * x + 3)].join());
  });
  return pixels.flatMap((color) => names.get(color) ?? []);
}

/** How often something begins in a list. */
function countRuns(names: readonly string[], name: string): number {
  return names.filter((one, index) => one === name && names[index - 1] !== name).length;
}

async function showNotice(panel: Locator): Promise<void> {
  await panel.getByTestId('title-items-container').locator('[tabindex="0"]').first().hover();
}

const OPAQUE = { defaults: { custom: { fillOpacity: 100, lineWidth: 0 } }, overrides: [] };
const TIMELINE = { showValue: 'never', legend: { showLegend: true, displayMode: 'list', placement: 'bottom' } };

test('a table has a row for each period, the newest first', async ({ open, spansOf }) => {
  const range = pastDays(7);
  const changes = inState(await spansOf(LINE, range), CHANGE);
  expect(changes.length).toBeGreaterThan(5);
  const panel = await open(
    { type: 'table', fieldConfig: plain(0), targets: [{ ...FORMAT_CHANGES, format: 'table' }] },
    range
  );
  const expected = changes.reverse().map((span) => {
    return [timeText(span.fromMs), timeText(span.toMs), CHANGE, 'Ended', (lengthOf(span) / 1000).toFixed(0)];
  });
  await expect.poll(async () => (await cellsOf(panel)).map((cells) => cells.slice(0, 5))).toEqual(expected);
});

for (const isLayer of [false, true]) {
  const place = isLayer ? 'a layer of the dashboard' : 'a query of the panel';
  test(`annotations of ${place} are a region for each period`, async ({ page, open, spansOf, dataSource }) => {
    const range = pastDays(7);
    const changes = inState(await spansOf(LINE, range), CHANGE);
    const { uid, type } = dataSource;
    const trend = { kind: 'history', devices: [LINE.device], tags: ['estado'] };
    const target = { ...FORMAT_CHANGES, refId: 'Anno', version: 2, queryType: 'annotations' };
    const layer = { name: 'Changes', enable: true, iconColor: 'red', datasource: { uid, type }, target };
    const targets = isLayer ? [trend] : [trend, { ...FORMAT_CHANGES, format: 'annotations' }];
    const parts = isLayer ? { annotations: { list: [layer] } } : {};
    const panel = await open({ type: 'timeseries', targets }, range, parts);
    const markers = panel.getByTestId('data-testid annotation-marker');
    await expect(markers).toHaveCount(changes.length);
    await markers.first().hover();
    await expect(page.getByText(new RegExp(`Estado: ${CHANGE}`)).first()).toBeVisible();
  });
}

test('a state timeline has each state for its share of the range', async ({ open, spansOf }) => {
  const range = pastDays(7);
  const spans = await spansOf(LINE, range);
  const panel = await open(
    {
      type: 'state-timeline',
      fieldConfig: OPAQUE,
      options: TIMELINE,
      targets: [{ ...PERIODS, format: 'timeline' }],
    },
    range
  );
  await expect.poll(() => namesOf(panel)).toEqual(distinct(spans.map(({ state }) => state)));
  const across = await namesAcross(panel);
  expect(across.length).toBeGreaterThan(500);
  for (const state of LINE.states) {
    const shown = across.filter((name) => name === state).length / across.length;
    // A short state is a pixel wide, and its neighbours are narrower by that.
    expect(Math.abs(shown - msIn(spans, state) / lengthOf(range)), state).toBeLessThan(0.1);
  }
});

test('trips narrower than a pixel are seen over weeks, or a notice counts those that may not be', async ({
  page,
  open,
  spansOf,
}) => {
  const range = pastDays(40);
  const trips = inState(await spansOf(COMPRESSOR, range), 'disparo');
  expect(trips.length).toBeGreaterThan(4);
  const panel = {
    type: 'state-timeline',
    fieldConfig: OPAQUE,
    options: TIMELINE,
    targets: [{ kind: 'periods', ...ofTag(COMPRESSOR), format: 'timeline' }],
  };
  const [first] = trips;
  const running = await open(panel, { ...range, fromMs: first!.fromMs - 6 * HOUR });
  await expect.poll(async () => countRuns(await namesAcross(running), 'disparo')).toBe(trips.length);
  const notice = page.getByText(`${trips.length} states are so narrow that others may cover them.`);
  await expect(running.getByTestId('title-items-container').locator('[tabindex="0"]')).toHaveCount(0);
  // Grafana draws the color first that is the first of the row, so that the others cover it.
  const tripped = await open(panel, { ...range, fromMs: (first!.fromMs + first!.toMs) / 2 });
  await showNotice(tripped);
  await expect(notice).toBeVisible();
});

test('a status history has the longest state of each step, and says how many states are in none', async ({
  page,
  open,
  spansOf,
}) => {
  const range = pastDays(7);
  const spans = await spansOf(LINE, range);
  const panel = await open(
    { type: 'status-history', targets: [{ ...PERIODS, format: 'timeline', interval: '12h' }] },
    range
  );
  const longest = steps(range, 12 * HOUR).map((step) => {
    const inStep = clip(spans, step);
    const byTime = [...LINE.states].sort((a, b) => msIn(inStep, b) - msIn(inStep, a));
    return { ...step, state: byTime[0]! };
  });
  const shown = distinct(longest.map(({ state }) => state));
  await expect.poll(async () => (await namesOf(panel)).sort()).toEqual(shown.sort());
  const hidden = spans.filter(
    (span) => !longest.some((step) => step.state === span.state && clip([span], step).length)
  );
  expect(hidden.length).toBeGreaterThan(5);
  await showNotice(panel);
  await expect(page.getByText(`${hidden.length} states are in no step`)).toBeVisible();
});

for (const type of ['stat', 'bargauge']) {
  test(`a total in ${type} has time, share, number, the longest and the mean time between starts`, async ({
    open,
    spansOf,
  }) => {
    const range = pastDays(7);
    const changes = inState(await spansOf(LINE, range), CHANGE);
    const totals = ['duration', 'share', 'count', 'longest', 'betweenStarts'];
    const panel = await open(
      {
        type,
        fieldConfig: plain(4),
        options: { orientation: 'horizontal', text: { titleSize: 12, valueSize: 20 } },
        targets: [{ ...FORMAT_CHANGES, format: 'total', totals }],
      },
      range
    );
    const total = sum(changes.map(lengthOf));
    const between = (changes.at(-1)!.fromMs - changes[0]!.fromMs) / (changes.length - 1);
    const expected = [
      ['Duration', total / 1000],
      ['Share', total / lengthOf(range)],
      ['Number', changes.length],
      ['Longest', Math.max(...changes.map(lengthOf)) / 1000],
      ['Mean time between starts', between / 1000],
    ] as const;
    for (const [name, value] of expected) {
      const text = new RegExp(`· ${name}\\s*${value.toFixed(4).replace('.', '\\.')}`);
      await expect(panel).toContainText(text);
    }
  });
}

test('bars have the time per day, and of each state without a condition', async ({ open, spansOf }) => {
  const range = pastDays(7);
  const spans = await spansOf(LINE, range);
  const query = { format: 'perStep', interval: '24h', totals: ['hours'] };
  const bars = { type: 'barchart', fieldConfig: plain(2), options: legendWith('min', 'max', 'sum') };
  const hoursOf = (state: string) => {
    const hours = steps(range, DAY).map((day) => msIn(clip(spans, day), state) / HOUR);
    return [Math.min(...hours), Math.max(...hours), sum(hours)].map((number) => Number(number.toFixed(2)));
  };
  const condition = await open({ ...bars, targets: [{ ...FORMAT_CHANGES, ...query }] }, range);
  await expect.poll(async () => Object.values(await legendOf(condition))).toEqual([hoursOf(CHANGE)]);
  const states = await open({ ...bars, targets: [{ ...PERIODS, ...query }] }, range);
  const expected = Object.fromEntries(LINE.states.map((state) => [state, hoursOf(state)]));
  await expect.poll(() => legendOf(states)).toEqual(expected);
});

test('a click on a bar opens its step in the dashboard', async ({ page, open }) => {
  const range = pastDays(4);
  const query = { format: 'perStep', interval: '24h', totals: ['hours'] };
  const panel = await open({ type: 'barchart', targets: [{ ...PERIODS, ...query }] }, range);
  const plot = panel.locator('.u-over');
  const { width, height } = (await plot.boundingBox())!;
  // The second of four groups of bars: a day has at least one of the states for hours.
  const second = Array.from({ length: 12 }, (_, bar) => width * (1 + (bar + 0.5) / 12) * 0.25);
  const link = page.getByRole('link', { name: 'Show this step' });
  for (const x of second) {
    await plot.click({ position: { x, y: height - 3 } });
    if (await link.isVisible()) {
      break;
    }
  }
  await link.click();
  const fromMs = range.fromMs + DAY;
  await expect(page).toHaveURL(new RegExp(`/d/.*from=${iso(fromMs)}&to=${iso(fromMs + DAY)}`));
});

test('states are slices of a pie', async ({ open, spansOf }) => {
  const range = pastDays(7);
  const spans = await spansOf(LINE, range);
  const legend = { showLegend: true, displayMode: 'table', placement: 'bottom', values: ['value'] };
  const panel = await open(
    { type: 'piechart', fieldConfig: plain(0), options: { legend }, targets: [{ ...PERIODS, format: 'states' }] },
    range
  );
  const expected = Object.fromEntries(LINE.states.map((state) => [state, [msIn(spans, state) / 1000]]));
  await expect.poll(() => legendOf(panel)).toEqual(expected);
  await expect(panel.locator('svg path')).not.toHaveCount(0);
});

test('a variable steps through periods', async ({ page, selectors, open, spansOf, dataSource }) => {
  const range = pastDays(7);
  const newest = inState(await spansOf(LINE, range), CHANGE).at(-1)!;
  const { uid, type } = dataSource;
  const variable = {
    ...{ name: 'period', type: 'query', datasource: { uid, type }, refresh: 2, definition: 'periods' },
    query: {
      refId: 'V',
      version: 2,
      kind: 'periods',
      device: LINE.device,
      tag: 'estado',
      condition: FORMAT_CHANGES.condition,
    },
  };
  const total = { ...FORMAT_CHANGES, format: 'total' };
  const panel = await open({ type: 'stat', title: 'From ${period:raw}', targets: [total] }, range, {
    templating: { list: [variable] },
  });
  await expect(page.getByTestId(selectors.pages.Dashboard.SubMenu.submenuItem).first()).toContainText(
    timeText(newest.fromMs).slice(0, 16)
  );
  await expect(panel).toContainText(`From ${newest.fromMs}`);
});

/** A value is known for so long; the range ends later than that after its last reading. */
const HOLD_MS = 10 * MINUTE;
const SILENCE_MS = 30 * MINUTE;

/** A range that ends in a silence of the tag. */
async function silentRange(request: APIRequestContext, dataSourceUid: string): Promise<Range> {
  const readings = await readReadings(request, dataSourceUid, LINE, pastDays(3));
  const timesMs = readings.map(({ ts }) => Date.parse(ts));
  const lastMs = timesMs.find((timeMs, index) => index > 5 && (timesMs[index + 1] ?? 0) > timeMs + SILENCE_MS);
  return { fromMs: lastMs! - SILENCE_MS, toMs: lastMs! + SILENCE_MS };
}

/** How far a color of the legend reaches from left to right in the plot, from 0 to 1; that of what is unknown does not count. */
async function reachOf(panel: Locator): Promise<number> {
  const colors = await panel.getByTestId(LEGEND_NAMES).evaluateAll((items) =>
    items
      .filter((item) => item.textContent.trim() !== 'Unknown')
      .map((item) => getComputedStyle(item.querySelector('[data-testid="series-icon"]')!).backgroundColor)
      .map((color) => (color.match(/\d+/g) ?? []).slice(0, 3).join())
  );
  const plot = (await panel.locator('.u-over').boundingBox())!;
  const canvas = panel.locator('canvas').first();
  const box = (await canvas.boundingBox())!;
  const right = await canvas.evaluate((element: HTMLCanvasElement, shown) => {
    const { width, height } = element;
    const { data } = element.getContext('2d')!.getImageData(0, 0, width, height);
    const isShown = (x: number) =>
      Array.from({ length: height }, (_, y) => 4 * (y * width + x)).some((at) =>
        shown.includes([...data.subarray(at, at + 3)].join())
      );
    return Array.from({ length: width }, (_, x) => width - 1 - x).findIndex(isShown) / width;
  }, colors);
  return (box.x + box.width * (1 - right) - plot.x) / plot.width;
}

const SILENT_STATE = { kind: 'history', devices: [LINE.device], tags: ['estado'], interval: 'raw', hold: '10m' };
/** The range is half over when the last reading is. */
const KNOWN_SHARE = (SILENCE_MS + HOLD_MS) / (2 * SILENCE_MS);

for (const type of ['state-timeline', 'timeseries']) {
  test(`the last state reaches to the hold limit, and no further: ${type}`, async ({ open, request, dataSource }) => {
    const range = await silentRange(request, dataSource.uid);
    const config = type === 'state-timeline' ? { fieldConfig: OPAQUE, options: TIMELINE } : {};
    const panel = await open({ type, ...config, targets: [SILENT_STATE] }, range);
    await expect.poll(async () => Math.abs((await reachOf(panel)) - KNOWN_SHARE)).toBeLessThan(0.02);
    const unlimited = await open({ type, ...config, targets: [{ ...SILENT_STATE, hold: 'none' }] }, range);
    await expect.poll(() => reachOf(unlimited)).toBeGreaterThan(0.98);
  });
}
