import { GREEN, GREY, ORANGE } from '../../src/grafana/valueColors.ts';
import { type PageLink, withPanelRange } from './links.ts';
import type { Target } from './queries.ts';
import { SELECTED_SOURCE } from './source.ts';

/** A panel without its place in the dashboard. */
export type Panel = Readonly<Record<string, unknown>> & { readonly type: string; readonly title: string };

/** What every panel says about itself. */
export interface PanelTexts {
  readonly title: string;
  /** What it shows and how to read it. */
  readonly description: string;
  /** Where its title leads. */
  readonly link: PageLink;
}

/** Grafana's options of a panel that the functions below do not set. */
type More = Readonly<Record<string, unknown>>;

interface Override {
  readonly matcher: { readonly id: string; readonly options: unknown };
  readonly properties: ReadonlyArray<{ readonly id: string; readonly value: unknown }>;
}

/** Options of the fields with a name, which is the same in every language. */
export function fieldOverride(name: string, properties: Readonly<Record<string, unknown>>): Override {
  return {
    matcher: { id: 'byName', options: name },
    properties: Object.entries(properties).map(([id, value]) => ({ id, value })),
  };
}

function allFieldsOverride(properties: Readonly<Record<string, unknown>>): Override {
  return { ...fieldOverride('', properties), matcher: { id: 'byRegexp', options: '/.*/' } };
}

function panel(type: string, { title, description, link }: PanelTexts, targets: readonly Target[], more: More): Panel {
  return {
    type,
    title,
    description,
    links: [{ ...('timeFrom' in more ? withPanelRange(link) : link), targetBlank: false }],
    datasource: SELECTED_SOURCE,
    targets: targets.map((target) => ({ datasource: SELECTED_SOURCE, ...target })),
    ...more,
  };
}

interface StatOptions {
  /** What a tile without a value says; it says that something is unknown, because nothing known is not the same as none. */
  readonly unknown: string;
  /** Unit of numbers that the data source leaves without one. */
  readonly overrides?: readonly Override[];
  readonly thresholds?: object;
  /** Where a click on a value leads. */
  readonly valueLink?: PageLink;
  /** How the values of the range become one. */
  readonly calc?: string;
  /** Fields by their shown name; by default all numbers. */
  readonly fields?: string;
  readonly colorMode?: 'background_solid' | 'value';
  /** False where the title of the panel says it. */
  readonly showsNames?: boolean;
  /** A line for each value, with its name at the left. */
  readonly isList?: boolean;
  /** Height of the text of a value in pixels; `fitting`: as large as all of its digits have room for. */
  readonly valueSize?: number | 'fitting';
  readonly more?: More;
}

/** Big single values. */
export function stat(texts: PanelTexts, targets: readonly Target[], options: StatOptions): Panel {
  const {
    unknown,
    overrides = [],
    thresholds,
    valueLink,
    calc = 'lastNotNull',
    fields = '',
    colorMode = 'value',
    showsNames = true,
    isList = false,
    valueSize = isList ? 20 : 32,
    more,
  } = options;
  return panel('stat', texts, targets, {
    fieldConfig: {
      defaults: {
        ...(thresholds
          ? { color: { mode: 'thresholds' }, thresholds }
          : { color: { mode: 'fixed', fixedColor: 'text' } }),
        mappings: unknownMappings(unknown),
        ...(valueLink && { links: [{ ...valueLink, targetBlank: false }] }),
      },
      overrides,
    },
    options: {
      reduceOptions: { values: false, calcs: [calc], fields },
      orientation: isList ? 'horizontal' : 'auto',
      textMode: showsNames ? 'value_and_name' : 'value',
      wideLayout: isList,
      colorMode,
      graphMode: 'none',
      justifyMode: isList ? 'auto' : 'center',
      text: { titleSize: 14, ...(valueSize !== 'fitting' && { valueSize }) },
    },
    ...more,
  });
}

/**
 * Grey, with a text, for a value that is not known. Grafana would color it by the lowest threshold, and a panel without any
 * field by its defaults.
 */
export function unknownMappings(text: string): readonly object[] {
  return [{ type: 'special', options: { match: 'null+nan', result: { text, color: GREY, index: 0 } } }];
}

/** Green at zero, another color from one on. */
export function badFromOne(color = ORANGE) {
  return steps([
    [GREEN, 0],
    [color, 1],
  ]);
}

/** Green from one on: nothing that is well says nothing good. */
export function goodFromOne() {
  return steps([[GREEN, 1]]);
}

/** The colors of known numbers; below the first of them, and for words without a color of their own, grey. */
export function steps(colors: ReadonlyArray<readonly [color: string, from: number]>) {
  return {
    mode: 'absolute',
    steps: [{ color: GREY, value: null }, ...colors.map(([color, value]) => ({ color, value }))],
  };
}

export interface TableOptions {
  /** The columns to show, by field name; all others are hidden. */
  readonly columns: Readonly<Record<string, ColumnOptions>>;
  readonly hidden: readonly string[];
  /** The column to sort by, by default the lowest first, empty cells before all others; it needs a title. */
  readonly sortBy?: string;
  /** The highest first. */
  readonly isDescending?: boolean;
  /** What the table says when nothing arrives. */
  readonly unknown?: string;
  /** Pixels of each column that is not among `columns`. */
  readonly othersMinWidth?: number;
}

export interface ColumnOptions {
  /** Pixels; a column without a width shares what is left. */
  readonly width?: number;
  readonly minWidth?: number;
  /** Long texts take several lines. */
  readonly wraps?: boolean;
  /** By default that of the data source, in the language of the user. */
  readonly title?: string;
  readonly link?: PageLink;
  readonly more?: Readonly<Record<string, unknown>>;
}

const EMPTY_CELL = '–';

/** Without seconds, which nobody reads in a list. */
export const TIME_UNIT = 'time:YYYY-MM-DD HH:mm';
export const TIME_COLUMN: ColumnOptions = { width: 132, more: { unit: TIME_UNIT } };

/**
 * How long ago something was, as a time: sorted by it, what never was comes before the oldest.
 * @param never what the cell says without a time
 */
export function agoColumn(
  title: string,
  never: string,
  size: Pick<ColumnOptions, 'width' | 'minWidth'> = { width: 140 }
): ColumnOptions {
  return { ...size, title, more: { unit: 'dateTimeFromNow', mappings: unknownMappings(never) } };
}

export function table(texts: PanelTexts, target: Target, options: TableOptions): Panel {
  const sortTitle = options.sortBy && options.columns[options.sortBy]?.title;
  return panel('table', texts, [target], {
    fieldConfig: {
      defaults: {
        ...(options.unknown !== undefined && { noValue: options.unknown }),
        ...(options.othersMinWidth !== undefined && { custom: { minWidth: options.othersMinWidth } }),
      },
      overrides: [
        // The text for the whole table would be in every empty cell.
        allFieldsOverride({ noValue: EMPTY_CELL }),
        ...options.hidden.map((name) => fieldOverride(name, { 'custom.hideFrom.viz': true })),
        ...Object.entries(options.columns).map(([name, { width, minWidth, wraps, title, link, more }]) =>
          fieldOverride(name, {
            ...(width && { 'custom.width': width }),
            ...(minWidth && { 'custom.minWidth': minWidth }),
            ...(wraps && { 'custom.wrapText': true }),
            ...(title && { displayName: title }),
            ...(link && { links: [{ ...link, targetBlank: false }] }),
            ...more,
          })
        ),
      ].filter(({ properties }) => properties.length > 0),
    },
    options: {
      showHeader: true,
      cellHeight: 'sm',
      ...(sortTitle && { sortBy: [{ displayName: sortTitle, desc: options.isDescending ?? false }] }),
    },
  });
}

interface ChartOptions {
  readonly custom?: Readonly<Record<string, unknown>>;
  readonly defaults?: Readonly<Record<string, unknown>>;
  readonly overrides?: readonly Override[];
  readonly legend?: Readonly<Record<string, unknown>>;
  readonly more?: More;
}

/** Lines over time. The edges of a band are drawn, so that a spike of one reading stays a visible line at every zoom level. */
export function chart(texts: PanelTexts, targets: readonly Target[], options: ChartOptions = {}): Panel {
  const { custom = {}, defaults = {}, overrides = [], legend = {}, more } = options;
  return panel('timeseries', texts, targets, {
    fieldConfig: {
      defaults: {
        custom: { lineWidth: 1, fillOpacity: 0, showPoints: 'auto', pointSize: 4, spanNulls: false, ...custom },
        ...defaults,
      },
      overrides: [
        fieldOverride('min', { 'custom.lineWidth': 1 }),
        fieldOverride('max', { 'custom.lineWidth': 1, 'custom.fillOpacity': 30 }),
        ...overrides,
      ],
    },
    options: {
      legend: { displayMode: 'list', placement: 'bottom', showLegend: true, calcs: [], ...legend },
      tooltip: { mode: 'multi', sort: 'none' },
    },
    ...more,
  });
}

/** Bars over time, from zero. */
export function bars(texts: PanelTexts, targets: readonly Target[], options: ChartOptions = {}): Panel {
  return chart(texts, targets, {
    ...options,
    custom: { drawStyle: 'bars', lineWidth: 0, fillOpacity: 70, barAlignment: 1, ...options.custom },
    defaults: { min: 0, ...options.defaults },
  });
}

/** The states of tags over time. */
export function timeline(texts: PanelTexts, targets: readonly Target[], none: string): Panel {
  return panel('state-timeline', texts, targets, {
    fieldConfig: { defaults: { noValue: none, custom: { lineWidth: 0, fillOpacity: 70 } }, overrides: [] },
    options: {
      mergeValues: true,
      showValue: 'auto',
      alignValue: 'left',
      rowHeight: 0.85,
      legend: { displayMode: 'list', placement: 'bottom', showLegend: true },
      tooltip: { mode: 'multi', sort: 'none' },
    },
  });
}

/** How often values occur. */
export function histogram(texts: PanelTexts, targets: readonly Target[], more: More = {}): Panel {
  return panel('histogram', texts, targets, {
    fieldConfig: { defaults: { custom: { fillOpacity: 70, lineWidth: 0 } }, overrides: [] },
    options: {
      bucketCount: 40,
      combine: false,
      legend: { displayMode: 'list', placement: 'bottom', showLegend: false, calcs: [] },
      tooltip: { mode: 'multi', sort: 'none' },
    },
    ...more,
  });
}

/** A panel for each value of a variable, side by side. */
export function repeated(variable: string, maxPerRow: number, { ...repeatedPanel }: Panel): Panel {
  return { ...repeatedPanel, repeat: variable, repeatDirection: 'h', maxPerRow };
}
