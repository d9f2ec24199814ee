import type { ResponseMonitor } from '../../core/api/responseMonitor';
import { TelemetryError } from '../../core/api/telemetryError';
import type { InventoryValue } from '../../core/inventory/inventoryValues';
import type { Clock } from '../../core/time/clock';

/** More than the dashboards that somebody looks at one after the other have. */
const MAX_LISTS = 200;

/** A value of a variable. */
export interface VariableValue extends InventoryValue {
  /** Of a period or a run, its time range as addresses of Grafana have it. */
  readonly range?: { readonly from: string; readonly to: string } | undefined;
}

/** The values that the variables of a page had last, by their queries. */
export class KnownValues {
  /** The one that was received the longest ago comes first. */
  private readonly lists = new Map<string, readonly VariableValue[]>();

  get(query: object): readonly VariableValue[] | undefined {
    return this.lists.get(JSON.stringify(query));
  }

  set(query: object, values: readonly VariableValue[]): void {
    const key = JSON.stringify(query);
    this.lists.delete(key);
    this.lists.set(key, values);
    const [oldest] = this.lists.keys();
    if (this.lists.size > MAX_LISTS && oldest !== undefined) {
      this.lists.delete(oldest);
    }
  }
}

const LOOK_EVERY_MS = 250;

/**
 * Waits for the values of a variable, but not long: Grafana executes no query of the panels that depend on it meanwhile, so that they go on
 * showing what was.
 * @param known what is used in place of values that do not come: as soon as users should know that nothing answers, or
 * @param knownAfterMs after this time
 * @throws the reason of the signal; TelemetryError if there are no values, `unresponsive` as soon as users should know that nothing answers
 */
export async function valuesInTime<T>(
  load: Promise<T>,
  { known, knownAfterMs }: { readonly known: T | undefined; readonly knownAfterMs: number },
  { clock, monitor }: { readonly clock: Clock; readonly monitor: ResponseMonitor | undefined },
  signal: AbortSignal
): Promise<T> {
  const waiting = clock.startStopwatch();
  const loaded = load.then(
    (values) => ({ values }),
    (error: unknown) => {
      if (known === undefined || !mayPass(error)) {
        throw error;
      }
      return { values: known };
    }
  );
  while (known !== undefined || monitor !== undefined) {
    const received = await Promise.race([loaded, clock.sleep(LOOK_EVERY_MS, signal)]);
    if (received !== undefined) {
      return received.values;
    }
    const isSilent = monitor?.isSilent() === true;
    if (known !== undefined && (isSilent || waiting.elapsedMs() >= knownAfterMs)) {
      return known;
    }
    if (isSilent) {
      throw new TelemetryError('unresponsive', { unansweredMs: monitor.unansweredMs() });
    }
  }
  return (await loaded).values;
}

/** True for what another attempt may not meet; what the API refuses has to be seen. */
function mayPass(error: unknown): boolean {
  return error instanceof TelemetryError && PASSING.has(error.kind);
}

const PASSING: ReadonlySet<TelemetryError['kind']> = new Set(['network', 'unresponsive', 'server', 'rateLimited']);
