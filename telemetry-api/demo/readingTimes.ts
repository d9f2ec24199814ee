import { keyOf } from './signals/hash.ts';
import { quantise } from './signals/signal.ts';
import type { DemoDevice, DemoTag } from './plantModel.ts';

/** Calls back with each reading of a tag in [fromMs, toMs), in time order. */
export function eachReading(
  device: DemoDevice,
  tag: DemoTag,
  fromMs: number,
  toMs: number,
  onReading: (epochMs: number, value: number) => void
): void {
  const from = Math.max(fromMs, tag.fromMs ?? -Infinity);
  const to = Math.min(toMs, tag.untilMs ?? Infinity);
  const { cadence, signal, resolution, gaps } = tag;
  const emit = (epochMs: number) => {
    if (!gaps?.at(epochMs) && !device.gaps?.at(epochMs)) {
      onReading(epochMs, quantise(signal(epochMs), resolution));
    }
  };
  if (cadence.kind === 'steady') {
    eachInstant(cadence.everyMs, phaseOf(device, tag, cadence.everyMs), from, to, emit);
  } else if (cadence.kind === 'bursts') {
    // The steady grid is a subset of the dense one, so that no instant is repeated.
    eachInstant(cadence.denseMs, 0, from, to, (epochMs) => {
      if (epochMs % cadence.everyMs === 0 || cadence.bursts.at(epochMs)) {
        emit(epochMs);
      }
    });
  } else {
    eachInstant(cadence.scanMs, 0, from, to, (epochMs) => {
      const isDue = epochMs % cadence.heartbeatMs === 0;
      if (isDue || quantise(signal(epochMs), resolution) !== quantise(signal(epochMs - cadence.scanMs), resolution)) {
        emit(epochMs);
      }
    });
  }
}

function eachInstant(everyMs: number, phaseMs: number, fromMs: number, toMs: number, visit: (epochMs: number) => void) {
  for (let atMs = Math.ceil((fromMs - phaseMs) / everyMs) * everyMs + phaseMs; atMs < toMs; atMs += everyMs) {
    visit(atMs);
  }
}

/** Loggers are not synchronised: each tag has its own second within the minute, faster ones a second within their interval. */
function phaseOf(device: DemoDevice, tag: DemoTag, everyMs: number): number {
  const key = keyOf(`${device.code} ${tag.key}`);
  return everyMs >= 60_000 ? (key % 60) * 1000 : everyMs > 1000 ? (key % (everyMs / 1000)) * 1000 : 0;
}
