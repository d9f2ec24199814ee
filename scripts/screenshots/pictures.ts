import type { Page } from '@playwright/test';

/** A picture of the product, and what must be in it. */
export interface Picture {
  readonly file: string;
  /** The user's guide has the picture, too: its pages see only their own folder. */
  readonly isInGuide?: boolean;
  readonly address: string;
  /** What a user does before the picture. */
  readonly act?: (page: Page) => Promise<void>;
  /** Texts of the page: the picture is taken when all of them are in it. */
  readonly shows: readonly [string, ...string[]];
  /** What the sheet of the README says about the picture; `shows` has the proof. */
  readonly caption?: string;
  readonly height?: number;
}

/** The pictures with a caption, in one file. */
export const SHEET = 'docs/img/sheet.png';

const EDITOR_QUERY = {
  refId: 'A',
  version: 2,
  kind: 'history',
  devices: ['CMP-*'],
  tags: ['presion_descarga'],
};

const PERIODS_QUERY = {
  refId: 'A',
  version: 2,
  kind: 'periods',
  devices: ['CMP-101'],
  tags: ['presion_descarga'],
  condition: { operator: '<', value: '6' },
  minDuration: '10m',
  format: 'table',
};

export const PICTURES: readonly Picture[] = [
  {
    file: 'src/img/plant-overview.png',
    isInGuide: true,
    address: '/d/plant-overview?kiosk',
    shows: ['Open alerts', 'Critical', 'Offline', 'Open now', 'Cloro libre bajo', 'value at start'],
    caption: 'What is wrong now: open alerts by severity, and the trend of the most severe one',
  },
  {
    file: 'src/img/trend.png',
    address: '/d/what-it-can-show?kiosk&viewPanel=1&from=now-24h&to=now',
    shows: ['Spikes: air pressure', 'Last 24 hours', 'Presión de descarga'],
    caption: 'A day of air pressure: spikes stay visible in the band from minimum to maximum',
  },
  {
    file: 'src/img/editor.png',
    isInGuide: true,
    address: `/explore?kiosk&from=now-24h&to=now&queries=${encodeURIComponent(JSON.stringify([EDITOR_QUERY]))}`,
    shows: [
      'CMP-*',
      'Min–max band',
      'calculated from buckets of 1 minute',
      'Compresor de aire 1 · Presión de descarga',
    ],
    caption: 'A pattern selects devices, and the editor says what the points are calculated from',
    // With the legend.
    height: 780,
  },
  {
    file: 'docs/guide/img/settings.png',
    address: '/connections/datasources/edit/telemetria-industrial?kiosk',
    shows: ['API key'],
  },
  {
    file: 'docs/guide/img/alerts.png',
    address: '/d/plant-alerts?kiosk&from=now-7d&to=now',
    shows: ['Open now', 'Severity', 'Acknowledged', 'Duration', 'Median to ack., in range', 'Cloro libre bajo'],
    caption: 'Open alerts with severity, duration and acknowledgement, and how soon alerts were acknowledged',
  },
  {
    file: 'docs/guide/img/availability.png',
    address: '/d/plant-availability?kiosk&from=now-7d&to=now',
    shows: ['Most stopped', 'Mean apart', 'Running', 'States', 'cambio de formato', 'Time in each state per shift'],
    height: 900,
  },
  {
    file: 'docs/guide/img/periods.png',
    address: `/explore?kiosk&from=now-14d&to=now&queries=${encodeURIComponent(JSON.stringify([PERIODS_QUERY]))}`,
    shows: ['is below 6', 'for at least 10 min', 'in all', 'Ended', 'Duration'],
    height: 820,
  },
  {
    file: 'docs/guide/img/consumption.png',
    address: '/d/plant-consumption?kiosk&from=now-7d&to=now',
    shows: ['Time range and a week earlier', '1 week earlier', 'Change', 'Total'],
    height: 900,
  },
  { file: 'docs/guide/img/exports.png', address: '/d/plant-exports?kiosk', shows: ['Download'], height: 500 },
  {
    file: 'docs/guide/img/annotation.png',
    address: '/annotations?kiosk&from=now-24h&to=now',
    shows: ['Preview', 'events', 'Title'],
    height: 900,
  },
  {
    file: 'docs/guide/img/variable.png',
    address: '/variables?kiosk',
    act: async (page) => {
      await page.getByRole('combobox').first().click();
      await page.getByRole('option', { name: 'Planta Zaragoza' }).click();
    },
    shows: ['of site'],
    height: 600,
  },
];
