import type { ProblemCode } from '../problems/problem.ts';
import type { Permission } from '../../store/keys/keys.ts';

/** What the requests of a scope of routes need before their handlers, and how these run. http/requestScopes.ts obeys it, and OpenAPI describes it. */
export interface Scope {
  /** A key with the permission of the route, or an operator's for all sites. Its rate is limited. */
  readonly key?: 'permission' | 'operator';
  /** Whether the key as it was last found is enough while the database is away. */
  readonly isKeyRemembered?: true;
  /** The slots of which a request holds one until its client has the answer: those of operations, by key, or of downloads, by export and address. */
  readonly slots?: 'operations' | 'downloads';
  /** Whether handlers wait for their turn, which is fair among the keys. */
  readonly takesTurns?: true;
  /** Whether answers are JSON, which the request must accept. */
  readonly isJson?: true;
  /** Whether the routes answer until the service is closed; those of the other scopes, only until it stops. */
  readonly isUntilClosed?: true;
}

/** All scopes. The permission of a route is beside its schema: the routes of one scope have different ones. */
export const SCOPES = {
  /** Operations, which take a database connection. */
  data: { key: 'permission', slots: 'operations', takesTurns: true, isJson: true },
  /** Files, for which a signed link stands for the key. They take long and need little CPU, so they have slots of their own, and no turns. */
  downloads: { slots: 'downloads' },
  /** About the whole plant, such as metrics, which must be readable while the database is away. */
  operators: { key: 'operator', isKeyRemembered: true },
  /** Answers in JSON, for everybody. Health checks have to say that the service stops. */
  json: { isJson: true, isUntilClosed: true },
  /** Other answers, for everybody. */
  open: { isUntilClosed: true },
} as const satisfies Readonly<Record<string, Scope>>;

export type ScopeName = keyof typeof SCOPES;

/** The `config` of a route: what its scope checks, and which errors it can answer with. */
export interface RouteConfig {
  /** Set by the scope. */
  readonly scope?: ScopeName;
  /** The permission that the key needs, in a scope that asks for it. */
  readonly permission?: Permission;
  /** Errors that only this route answers with. */
  readonly problems?: readonly ProblemCode[];
}
