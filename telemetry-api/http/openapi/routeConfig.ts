import type { Permission } from '../../store/keys/keys.ts';
import type { ProblemCode } from '../problems/problem.ts';

/** The scopes of the routes: the checks of each are in http/requestScopes.ts. */
export type ScopeName =
  /** Operations: a key with the permission of the route, and a slot. Answers are JSON. */
  | 'data'
  /** Files, for which a signed link stands for the key. They take long and need little CPU, so they have slots of their own. */
  | 'downloads'
  /** About the whole plant: an operator's key. */
  | 'operators'
  /** Answers in JSON, for everybody. */
  | 'json'
  /** Other answers, for everybody. */
  | 'open';

/** The `config` of a route: what its scope checks, and which errors it can answer with. */
export interface RouteConfig {
  /** Set by the scope. */
  readonly scope?: ScopeName;
  /** The permission that the key needs, in the scope `data`. */
  readonly permission?: Permission;
  /** Errors that only this route answers with. */
  readonly problems?: readonly ProblemCode[];
}
