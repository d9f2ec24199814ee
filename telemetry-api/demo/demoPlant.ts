import { maipu } from './sites/maipu.ts';
import { queretaro } from './sites/queretaro.ts';
import { zaragoza } from './sites/zaragoza.ts';
import type { DemoDevice, DemoTag } from './plantModel.ts';

/** A tag with its device. */
export interface PlantTag {
  readonly device: DemoDevice;
  readonly tag: DemoTag;
}

/**
 * All devices of the demo plant.
 * @param anchorMs 00:00 UTC of the day the plant was seeded; apart from it, signals depend on time only
 */
export function demoPlant(anchorMs: number): DemoDevice[] {
  return [...zaragoza(anchorMs), ...queretaro(anchorMs), ...maipu(anchorMs)];
}

export function tagsOf(devices: readonly DemoDevice[]): PlantTag[] {
  return devices.flatMap((device) => device.tags.map((tag) => ({ device, tag })));
}
