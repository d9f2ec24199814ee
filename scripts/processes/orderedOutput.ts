/** The output of one program among several that run at the same time. */
export interface OutputPart {
  readonly write: (text: string) => void;
  /** Nothing follows. */
  readonly close: () => void;
}

type Part = OutputPart & { held: string; isClosed: boolean };

/** Prints the output of programs that run at the same time in one piece each, in the order in which their parts were opened. */
export class OrderedOutput {
  /** The first one is printed at once; what the others write is held until it is their turn. */
  private readonly parts: Part[] = [];

  constructor(private readonly print: (text: string) => void) {}

  open(): OutputPart {
    const part: Part = {
      held: '',
      isClosed: false,
      write: (text) => {
        part.held += text;
        this.printFirst();
      },
      close: () => {
        part.isClosed = true;
        this.printFirst();
      },
    };
    this.parts.push(part);
    return part;
  }

  private printFirst(): void {
    for (let first = this.parts[0]; first !== undefined; first = this.parts[0]) {
      this.print(first.held);
      first.held = '';
      if (!first.isClosed) {
        return;
      }
      this.parts.shift();
    }
  }
}
