import type { Input, Signal, SignalScope } from './signal.ts';

/** Finds a signal by name, or builds one without a name. @param user the tag or signal that it is for @throws if it is not declared */
export type SignalTable = (input: Input, user: string) => Signal;

/**
 * The declared signals of a site or a machine, each built once, when it is first used.
 * @param owner code of the site or device
 * @param outer has the signals that are not declared here
 */
export function signalTable(
  owner: string,
  declared: Readonly<Record<string, Input>>,
  scope: Omit<SignalScope, 'name' | 'of'>,
  outer?: SignalTable
): SignalTable {
  const built = new Map<string, Signal>();

  return function signalOf(input, user): Signal {
    if (typeof input === 'number') {
      return () => input;
    }
    if (typeof input === 'function') {
      return input({ ...scope, name: user, of: (other) => signalOf(other, user) });
    }
    const declaration = declared[input];
    if (declaration !== undefined) {
      const signal = built.get(input) ?? signalOf(declaration, `${owner} ${input}`);
      built.set(input, signal);
      return signal;
    }
    if (outer) {
      return outer(input, user);
    }
    throw new Error(
      `${user} uses the undeclared signal "${input}". ${owner} has: ${Object.keys(declared).join(', ')}.`
    );
  };
}
