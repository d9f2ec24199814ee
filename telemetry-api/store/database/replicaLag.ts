/** Number of retained positions. The lag of a replica behind the oldest one is Infinity. */
const MAX_POSITIONS = 600;

/**
 * Measures the lag of a replica from past write-ahead log positions of the primary. Unlike the time of the last replayed transaction,
 * this lag does not grow while nothing is written and does not depend on the clocks of other machines.
 */
export class ReplicaLag {
  private readonly seen: Array<{ readonly atMs: number; readonly position: bigint }> = [];

  /** @param position current position of the primary; undefined if it is unreachable */
  record(atMs: number, position: string | undefined): void {
    if (position !== undefined) {
      this.seen.push({ atMs, position: toNumber(position) });
      this.seen.splice(0, this.seen.length - MAX_POSITIONS);
    }
  }

  /** @param replayed position that the replica has replayed; undefined if it is not a streaming replica, whose lag counts as 0 */
  lagMs(replayed: string | undefined, nowMs: number): number {
    const newest = this.seen.at(-1);
    if (replayed === undefined || newest === undefined) {
      return 0;
    }
    const position = toNumber(replayed);
    if (position >= newest.position) {
      return 0;
    }
    const reached = this.seen.findLast((seen) => seen.position <= position);
    return reached === undefined ? Infinity : nowMs - reached.atMs;
  }
}

function toNumber(position: string): bigint {
  const [high = '0', low = '0'] = position.split('/');
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
}
