/** A count for each name. A name whose count is 0 takes no memory. */
export class Counts {
  private readonly counts = new Map<string, number>();

  of(name: string): number {
    return this.counts.get(name) ?? 0;
  }

  add(name: string, change: 1 | -1): void {
    const count = this.of(name) + change;
    if (count === 0) {
      this.counts.delete(name);
    } else {
      this.counts.set(name, count);
    }
  }
}
