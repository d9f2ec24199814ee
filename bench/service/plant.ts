import type { DeviceEntry } from '../../telemetry-api/store/inventory/inventory.ts';

const DEVICES = 200;
const TAGS_PER_DEVICE = 10;
const DAY_MS = 86_400_000;

export const PLANT_TAGS = DEVICES * TAGS_PER_DEVICE;
export const PLANT_FROM_MS = Date.UTC(2026, 0, 1);

/** The tag with a million readings, one per second. */
export const HOT_TAG = { device: deviceCode(0), tag: tagKey(0) } as const;
export const HOT_READINGS = 1_000_000;

/** The day on which all other tags have their readings, so that the measured pages of the hot tag are stored among them. */
export const BUSY_FROM_MS = PLANT_FROM_MS + 5 * DAY_MS;

/** 2,000 tags in one site. */
export function plantDevices(): DeviceEntry[] {
  return Array.from({ length: DEVICES }, (_, device) => ({
    site: { code: 'norte', name: 'Planta Norte', zone: 'UTC' },
    area: `Zona ${device % 10}`,
    code: deviceCode(device),
    name: `Bomba ${device}`,
    kind: 'bomba',
    active: true,
    tags: Array.from({ length: TAGS_PER_DEVICE }, (_unused, tag) => ({
      key: tagKey(tag),
      name: `Presión ${tag}`,
      unit: 'bar',
      kind: 'medida',
    })),
  }));
}

/** The n-th tag of the plant; the first one is the hot tag. */
export function plantTag(index: number): { readonly device: string; readonly tag: string } {
  return { device: deviceCode(Math.floor(index / TAGS_PER_DEVICE)), tag: tagKey(index % TAGS_PER_DEVICE) };
}

/** A realistic value with two decimals; the curve of each tag is different. */
export function valueAt(tag: number, step: number): number {
  const noise = (Math.imul(tag * 7919 + step, 2_654_435_761) >>> 16) / 65_536;
  return Math.round((20 + 10 * Math.sin(step / 600 + tag) + noise) * 100) / 100;
}

function deviceCode(device: number): string {
  return `BOMBA-${String(device).padStart(4, '0')}`;
}

function tagKey(tag: number): string {
  return `presion_${String(tag).padStart(2, '0')}`;
}
