import { type ChildProcesses, type ChildSpec, describeExit } from '../../scripts/processes/childProcesses.ts';

/** A server in a child process. */
export interface ListeningServer {
  readonly address: string;
  readonly port: number;
  readonly pid: number;
}

/**
 * Starts a server and waits until it prints `listening on <address>`.
 * @throws Error with its last output if it ends before that
 */
export async function startListening(children: ChildProcesses, spec: ChildSpec): Promise<ListeningServer> {
  const child = children.start(spec);
  let ended: Error | undefined;
  void child.exited.then((exit) => (ended = new Error(describeExit(child, exit))));
  for (;;) {
    const address = /listening on (\S+)\n/.exec(child.stdout())?.[1];
    if (address !== undefined) {
      return { address, port: Number(new URL(address).port), pid: child.pid ?? 0 };
    }
    if (ended !== undefined) {
      throw ended;
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
