/** How far back positions are remembered; a replica that is further behind is infinitely far. */
const MAX_POSITIONS = 600;

/**
 * How far a replica is behind, by the positions in the log that the first database was at. Unlike the time of the last transaction that was
 * replayed, it does not grow while nothing is written, and asks nothing of the clocks of other machines.
 */
export class ReplicaLag {
  private readonly seen: Array<{ readonly atMs: number; readonly position: bigint }> = [];

  /** @param position where the first database is at; null where it could not be asked */
  record(atMs: number, position: string | null): void {
    if (position !== null) {
      this.seen.push({ atMs, position: toNumber(position) });
      this.seen.splice(0, this.seen.length - MAX_POSITIONS);
    }
  }

  /** @param replayed how far the replica has come; null where it does not tell (it is no streaming replica): 0 then */
  lagMs(replayed: string | null, nowMs: number): number {
    const newest = this.seen.at(-1);
    if (replayed === null || newest === undefined) {
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
