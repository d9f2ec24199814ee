import { Problem } from '../problems/problem.ts';
import { Counts } from './counts.ts';

/** What a slot is held for, and how many slots it may hold. */
export interface SlotHolder {
  /** Unique among all holders of a limit. */
  readonly name: string;
  readonly maxSlots: number;
  /** Describes the holder in the error, as in "La clave de API". */
  readonly label: string;
}

const RETRY_AFTER = { headers: { 'retry-after': '1' } };

/**
 * Limits how many requests run concurrently: in total, and for each holder, so that none can take the slots of all others. Further
 * requests are rejected immediately: a queue would only delay all of them.
 */
export class ConcurrencyLimit {
  private readonly maxConcurrent: number;
  private usedSlots = 0;
  private readonly slotsOf = new Counts();

  constructor(maxConcurrent: number) {
    this.maxConcurrent = maxConcurrent;
  }

  get inFlight(): number {
    return this.usedSlots;
  }

  get isFull(): boolean {
    return this.usedSlots >= this.maxConcurrent;
  }

  /** How many slots a holder has. */
  usedBy(name: string): number {
    return this.slotsOf.of(name);
  }

  /**
   * Takes a slot, which counts for each of the holders. Returns the function that releases it; further calls of it do nothing.
   * @throws Problem 429 if a holder has its share already, 503 if all slots are in use
   */
  acquire(holders: readonly SlotHolder[]): () => void {
    for (const { name, maxSlots, label } of holders) {
      if (this.slotsOf.of(name) >= maxSlots) {
        throw new Problem(
          'demasiadas_solicitudes',
          `${label} tiene ya ${maxSlots} solicitudes a la vez, las que se admiten.`,
          RETRY_AFTER
        );
      }
    }
    if (this.isFull) {
      throw new Problem(
        'servidor_ocupado',
        'El servidor atiende ya todas las solicitudes que admite a la vez.',
        RETRY_AFTER
      );
    }
    this.count(holders, 1);
    let isReleased = false;
    return () => {
      if (!isReleased) {
        isReleased = true;
        this.count(holders, -1);
      }
    };
  }

  private count(holders: readonly SlotHolder[], change: 1 | -1): void {
    this.usedSlots += change;
    holders.forEach(({ name }) => this.slotsOf.add(name, change));
  }
}
