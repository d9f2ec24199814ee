/** About a millisecond of work: what everybody else waits for in addition. */
const STARTS_PER_TURN = 8;

/** Starts a few waiting tasks in each turn of the event loop, in the order in which they came. New connections are served in between. */
export class Turns {
  private waiting: Array<() => void> = [];
  private isScheduled = false;

  add(start: () => void): void {
    this.waiting.push(start);
    this.schedule();
  }

  private schedule(): void {
    if (!this.isScheduled && this.waiting.length > 0) {
      this.isScheduled = true;
      setImmediate(() => {
        this.isScheduled = false;
        this.waiting.splice(0, STARTS_PER_TURN).forEach((start) => start());
        this.schedule();
      });
    }
  }
}
