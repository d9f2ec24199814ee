import { every15Minutes, every30Minutes, everyMinute } from '../cadences.ts';
import { counter, measurement } from '../defineTag.ts';
import { HOUR_MS, MINUTE_MS } from '../durations.ts';
import type { DemoDevice, SiteConditions } from '../plantModel.ts';
import { wander, white } from '../signals/noise.ts';
import { clamp, type Signal } from '../signals/signal.ts';
import { totalizer } from '../signals/totalizer.ts';

interface PowerMeterOptions {
  readonly code: string;
  readonly name: string;
  readonly area: string;
  /** Power of the site in kW at idle and at full load. */
  readonly baseKw: number;
  readonly fullKw: number;
  /** Logs power every minute. */
  readonly isHeadline?: boolean;
}

/** Main power meter of a site: follows the load, and the weather because of the cooling. */
export function powerMeter(conditions: SiteConditions, options: PowerMeterOptions): DemoDevice {
  const { code, name, area, baseKw, fullKw } = options;
  const { load, ambient, mains, site, countersMs } = conditions;
  const noise = white(code);
  const slow = wander(`${code} slow`, 35 * MINUTE_MS);
  const quick = wander(`${code} quick`, 4 * MINUTE_MS);
  const grid = wander(`${code} grid`, 5 * HOUR_MS);
  const heatKw: Signal = (epochMs) => 0.004 * fullKw * Math.max(0, ambient(epochMs) - 20);
  const power: Signal = (epochMs) =>
    Math.max(
      0.3 * baseKw,
      baseKw + (fullKw - baseKw) * load(epochMs) * (1 + 0.03 * slow(epochMs) + 0.04 * quick(epochMs)) + heatKw(epochMs)
    );
  const powerFactor: Signal = (epochMs) => clamp(0.83 + 0.13 * load(epochMs) + 0.008 * slow(epochMs), 0.7, 0.99);
  const volts =
    (phase: number): Signal =>
    (epochMs) =>
      mains.phaseVolts *
      (1.012 + 0.009 * grid(epochMs) - 0.016 * load(epochMs) + 0.002 * phase + 0.0008 * noise(epochMs + phase));
  const amps =
    (phase: number): Signal =>
    (epochMs) =>
      ((power(epochMs) * 1000) / (3 * mains.phaseVolts * powerFactor(epochMs))) *
      (1 + 0.02 * phase + 0.004 * noise(epochMs + phase));

  return {
    site,
    area,
    code,
    name,
    kind: 'medidor_electrico',
    active: true,
    tags: [
      {
        ...measurement('potencia_activa', 'Potencia activa total', 'kW', 0.1, power),
        ...(options.isHeadline && { cadence: everyMinute }),
      },
      {
        ...counter('energia_activa', 'Energía activa total', 'kWh', 1, totalizer(power, countersMs, fullKw * 5200)),
        cadence: every30Minutes,
      },
      ...[1, 2, 3].map((phase) => ({
        ...measurement(`tension_l${phase}`, `Tensión L${phase}`, 'V', 0.1, volts(phase - 2)),
        cadence: every30Minutes,
      })),
      ...[1, 2, 3].map((phase) => ({
        ...measurement(`corriente_l${phase}`, `Corriente L${phase}`, 'A', 0.5, amps(phase - 2)),
        cadence: every30Minutes,
      })),
      { ...measurement('factor_potencia', 'Factor de potencia', '', 0.001, powerFactor), cadence: every15Minutes },
      {
        ...measurement(
          'frecuencia',
          'Frecuencia de red',
          'Hz',
          0.001,
          (epochMs) => mains.hertz * (1 + 0.0004 * quick(epochMs) + 0.0001 * noise(epochMs))
        ),
        cadence: every15Minutes,
      },
    ],
  };
}
