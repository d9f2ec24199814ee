import { type ChildProcesses, type ChildSpec, describeExit } from '../scripts/processes/childProcesses.ts';

/**
 * Starts a server and waits until it prints `listening on <address>`.
 * @returns the address
 * @throws Error with its last output if it ends before that
 */
export async function startListening(children: ChildProcesses, spec: ChildSpec): Promise<string> {
  const child = children.start(spec);
  let ended: Error | undefined;
  void child.exited.then((exit) => (ended = new Error(describeExit(child, exit))));
  for (;;) {
    const address = /listening on (\S+)\n/.exec(child.stdout())?.[1];
    if (address !== undefined) {
      return address;
    }
    if (ended !== undefined) {
      throw ended;
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
