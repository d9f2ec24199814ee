import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../durations.ts';
import { dayTable } from './dayTable.ts';
import { clamp, type Input, type SignalFunction } from './signal.ts';

/** Signals that follow other signals of the machine or its site, from which machines are declared. */

const { ceil, exp, max, min } = Math;

interface SumOptions {
  readonly min?: number;
  readonly max?: number;
  /** The sum applies while this signal is not 0 … */
  readonly during?: Input;
  /** … and this one at all other times; 0 by default. */
  readonly otherwise?: Input;
}

/** A linear response. @param base in the unit of the signal @param gains in that unit per unit of each input, by its name */
export function sum(base: number, gains: Readonly<Record<string, number>>, options: SumOptions = {}): SignalFunction {
  const { min: lowest = -Infinity, max: highest = Infinity, during, otherwise } = options;
  return ({ of }) => {
    const terms = Object.entries(gains).map(([name, gain]) => ({ input: of(name), gain }));
    const applies = during === undefined ? undefined : of(during);
    const other = otherwise === undefined ? undefined : of(otherwise);
    return (epochMs) => {
      if (applies?.(epochMs) === 0) {
        return other?.(epochMs) ?? 0;
      }
      let value = base;
      for (const { input, gain } of terms) {
        value += gain * input(epochMs);
      }
      return clamp(value, lowest, highest);
    };
  };
}

/** Values multiplied, such as a flow by a share, or conditions that must all hold. */
export function product(...inputs: Input[]): SignalFunction {
  return ({ of }) => {
    const signals = inputs.map(of);
    return (epochMs) => {
      let value = 1;
      for (const signal of signals) {
        value *= signal(epochMs);
      }
      return value;
    };
  };
}

/** A power of a signal, such as the cube in the affinity laws of pumps and fans. */
export function power(input: Input, exponent: number): SignalFunction {
  return mapped(input, (value) => value ** exponent);
}

/** Wear of a part, from 0 when new to 1 at the end of its life; exponential. @param age 0 to 1 */
export function wear(age: Input): SignalFunction {
  return mapped(age, (value) => (exp(5 * value) - 1) / (exp(5) - 1));
}

/** Current per phase, in A, of a three-phase load. @param kilowatts active power in kW */
export function current(kilowatts: Input, powerFactor: Input): SignalFunction {
  return ({ of }) => {
    const [active, factor, volts] = [of(kilowatts), of(powerFactor), of('phaseVolts')];
    return (epochMs) => (active(epochMs) * 1000) / (3 * volts(epochMs) * factor(epochMs));
  };
}

/** 1 while the input is above a limit, otherwise 0. */
export function above(input: Input, limit: number): SignalFunction {
  return mapped(input, (value) => (value > limit ? 1 : 0));
}

/** 1 while all inputs are 0, otherwise 0. */
export function noneOf(...inputs: Input[]): SignalFunction {
  return ({ of }) => {
    const signals = inputs.map(of);
    return (epochMs) => (signals.some((signal) => signal(epochMs) !== 0) ? 0 : 1);
  };
}

/** The code of the first signal that is not 0, or 0. @param codes by name of the signal, the most important first */
export function state(codes: Readonly<Record<string, number>>): SignalFunction {
  return ({ of }) => {
    const states = Object.entries(codes).map(([name, code]) => ({ isIn: of(name), code }));
    return (epochMs) => states.find(({ isIn }) => isIn(epochMs) !== 0)?.code ?? 0;
  };
}

function mapped(input: Input, map: (value: number) => number): SignalFunction {
  return ({ of }) => {
    const signal = of(input);
    return (epochMs) => map(signal(epochMs));
  };
}

/** An input sampled every few minutes, with linear interpolation: for one that is expensive to compute and used often. */
export function sampled(input: Input, minutes: number): SignalFunction {
  const stepMs = minutes * MINUTE_MS;
  return ({ of }) => {
    const signal = of(input);
    return dayTable(stepMs, (dayStartMs, values) => {
      for (let index = 0; index < values.length; index += 1) {
        values[index] = signal(dayStartMs + index * stepMs);
      }
    });
  };
}

/** After this many time constants the initial state of a lag is negligible (e^-12 is about 6e-6). */
const WARM_UP_CONSTANTS = 12;

/**
 * Thermal and other inertia: follows its input with a time constant (first-order lag), upwards and downwards.
 * Each day is computed independently, with a warm-up long enough to make its initial state negligible.
 */
export function lagged(input: Input, upMinutes: number, downMinutes = upMinutes): SignalFunction {
  const stepMinutes = min(upMinutes, downMinutes) < 15 ? 1 : 5;
  const stepMs = stepMinutes * MINUTE_MS;
  const up = exp(-stepMinutes / upMinutes);
  const down = exp(-stepMinutes / downMinutes);
  const warmUpSteps = ceil((WARM_UP_CONSTANTS * max(upMinutes, downMinutes)) / stepMinutes);
  return ({ of }) => {
    const signal = of(input);
    return dayTable(stepMs, (dayStartMs, values) => {
      let value = signal(dayStartMs - warmUpSteps * stepMs);
      for (let index = 1 - warmUpSteps; index < values.length; index += 1) {
        // The input in the middle of the step represents the step.
        const target = signal(dayStartMs + (index - 0.5) * stepMs);
        value = target + (value - target) * (target > value ? up : down);
        if (index >= 0) {
          values[index] = value;
        }
      }
    });
  };
}

const TOTAL_STEP_MS = 5 * MINUTE_MS;

/**
 * A counter that only grows: the running total of a rate, such as kWh from kW. It is constant before counters start.
 * @param ratePerHour never negative @param initial value at the start
 */
export function total(ratePerHour: Input, initial: number): SignalFunction {
  return ({ of, countersMs }) => {
    const rate = of(ratePerHour);
    const added = (fromMs: number) => (rate(fromMs + TOTAL_STEP_MS / 2) * TOTAL_STEP_MS) / HOUR_MS;
    /** The total at the start of each day; each day is added up once, in order. */
    const totals = [initial];
    const totalAt = (day: number) => {
      while (totals.length <= day) {
        const dayStartMs = countersMs + (totals.length - 1) * DAY_MS;
        let value = totals.at(-1) ?? initial;
        for (let atMs = dayStartMs; atMs < dayStartMs + DAY_MS; atMs += TOTAL_STEP_MS) {
          value += added(atMs);
        }
        totals.push(value);
      }
      return totals[day] ?? initial;
    };
    return dayTable(TOTAL_STEP_MS, (dayStartMs, values) => {
      values[0] = totalAt(Math.round((dayStartMs - countersMs) / DAY_MS));
      for (let index = 1; index < values.length; index += 1) {
        const stepStartMs = dayStartMs + (index - 1) * TOTAL_STEP_MS;
        values[index] = (values[index - 1] ?? 0) + (dayStartMs < countersMs ? 0 : added(stepStartMs));
      }
    });
  };
}
