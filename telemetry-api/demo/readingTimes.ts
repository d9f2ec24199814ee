import type { DemoDevice, DemoTag } from './plantModel.ts';

/** Calls back with each reading of a tag in [fromMs, toMs), in time order. */
export function eachReading(
  device: DemoDevice,
  { cadence: { everyMs, phaseMs, isDue }, signal, ...tag }: DemoTag,
  fromMs: number,
  toMs: number,
  onReading: (epochMs: number, value: number) => void
): void {
  const untilMs = Math.min(toMs, tag.untilMs);
  const firstMs = Math.ceil((Math.max(fromMs, tag.fromMs) - phaseMs) / everyMs) * everyMs + phaseMs;
  for (let atMs = firstMs; atMs < untilMs; atMs += everyMs) {
    if ((isDue === undefined || isDue(atMs)) && device.gaps(atMs) === 0) {
      onReading(atMs, signal(atMs));
    }
  }
}
