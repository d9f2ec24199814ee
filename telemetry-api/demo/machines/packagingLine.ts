import { every15Minutes, every30Minutes, everyMinute, onChange } from '../cadences.ts';
import { counter, measurement, state } from '../defineTag.ts';
import { HOUR_MS, MINUTE_MS } from '../durations.ts';
import type { DemoDevice, SiteConditions } from '../plantModel.ts';
import { wander, white } from '../signals/noise.ts';
import { clamp, type Signal } from '../signals/signal.ts';
import { siteClock } from '../signals/siteClock.ts';
import { timetable } from '../signals/timetable.ts';
import { totalizer } from '../signals/totalizer.ts';

interface PackagingLineOptions {
  readonly code: string;
  readonly name: string;
  readonly area: string;
  /** What it packs, and its maximum rate per minute. */
  readonly piece: { plural: string; perMinute: number; rateUnit: string };
  /** Local hours at which the count of the shift resets. */
  readonly shiftStarts: readonly number[];
  readonly isHeadline?: boolean;
}

/** Filling or packing line with speed, counts, rejects, jams and format changes. */
export function packagingLine(conditions: SiteConditions, options: PackagingLineOptions): DemoDevice {
  const { code, piece } = options;
  const { load, site, countersMs } = conditions;
  const jams = timetable(`${code} jam`, {
    everyMs: 100 * MINUTE_MS,
    shortestMs: 2 * MINUTE_MS,
    longestMs: 9 * MINUTE_MS,
    share: 0.8,
  });
  const changes = timetable(`${code} format`, {
    everyMs: 11 * HOUR_MS,
    shortestMs: 25 * MINUTE_MS,
    longestMs: 50 * MINUTE_MS,
    share: 0.9,
  });
  const noise = white(code);
  const variation = wander(`${code} speed`, 25 * MINUTE_MS);
  const quality = wander(`${code} quality`, 4 * HOUR_MS);
  const isRunning = (epochMs: number) => load(epochMs) > 0.3 && !jams.at(epochMs) && !changes.at(epochMs);
  const rate: Signal = (epochMs) =>
    isRunning(epochMs) ? piece.perMinute * clamp(0.55 + 0.45 * load(epochMs) + 0.03 * variation(epochMs), 0.3, 1) : 0;
  const rejectShare: Signal = (epochMs) => 0.004 + 0.003 * Math.max(0, quality(epochMs));
  const perHour: Signal = (epochMs) => 60 * rate(epochMs);
  const total = totalizer(perHour, countersMs, piece.perMinute * 480_000);
  const shiftStart = lastShiftStart(site.zone, options.shiftStarts);
  const ofShift = sinceShiftStart(total, shiftStart);

  return {
    site,
    area: options.area,
    code,
    name: options.name,
    kind: 'linea_envasado',
    active: true,
    tags: [
      {
        ...measurement('velocidad', 'Velocidad de la línea', piece.rateUnit, 1, (epochMs) =>
          Math.max(0, rate(epochMs) * (1 + 0.01 * noise(epochMs)))
        ),
        ...(options.isHeadline && { cadence: everyMinute }),
      },
      {
        ...counter('produccion_turno', `Producción del turno (${piece.plural})`, piece.plural, 1, ofShift),
        cadence: every15Minutes,
      },
      {
        ...counter('produccion_total', `Producción total (${piece.plural})`, piece.plural, 1, total),
        cadence: every30Minutes,
      },
      {
        ...counter(
          'rechazos',
          'Rechazos',
          piece.plural,
          1,
          totalizer((epochMs) => perHour(epochMs) * rejectShare(epochMs), countersMs, 90_000)
        ),
        cadence: every30Minutes,
      },
      {
        ...measurement(
          'rendimiento',
          'Rendimiento (OEE)',
          '%',
          0.1,
          (epochMs) => (100 * rate(epochMs) * (1 - rejectShare(epochMs))) / piece.perMinute
        ),
        cadence: every15Minutes,
      },
      {
        ...measurement('par_motor', 'Par del motor principal', 'Nm', 0.1, (epochMs) =>
          isRunning(epochMs) ? 14 + (22 * rate(epochMs)) / piece.perMinute + 0.5 * noise(epochMs) : 0
        ),
        cadence: every15Minutes,
      },
      {
        ...state('estado', 'Estado (0 parada, 1 marcha, 2 atasco, 3 cambio de formato)', (epochMs) =>
          changes.at(epochMs) ? 3 : jams.at(epochMs) ? 2 : isRunning(epochMs) ? 1 : 0
        ),
        cadence: onChange,
      },
    ],
  };
}

/** Start of the shift at an instant. */
function lastShiftStart(zone: string, shiftStarts: readonly number[]): Signal {
  const clock = siteClock(zone);
  return (epochMs) => {
    const { hour } = clock(epochMs);
    const hours = Math.min(...shiftStarts.map((start) => (hour - start + 24) % 24));
    return Math.round((epochMs - hours * HOUR_MS) / MINUTE_MS) * MINUTE_MS;
  };
}

/** Increase of a total since the start of the shift. */
function sinceShiftStart(total: Signal, shiftStart: Signal): Signal {
  let start = Number.NaN;
  let atStart = 0;
  return (epochMs) => {
    const wanted = shiftStart(epochMs);
    if (wanted !== start) {
      start = wanted;
      atStart = total(wanted);
    }
    return total(epochMs) - atStart;
  };
}
