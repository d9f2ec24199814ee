import type { FastifyRequest } from 'fastify';
import type { QueryConfig } from 'pg';
import type { StartStopwatch, Stopwatch } from '../stopwatch.ts';
import type { StatementPhase, TimedStatement } from '../store/database/limitResponseTime.ts';
import type { Queryable } from '../store/database/queryable.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Where the time of the request goes; null until it is measured. */
    times: RequestTimes | null;
  }
}

/** What the time of a request is spent on. `own` is what the service computes itself. */
type RequestPhase = 'own' | 'key' | 'waiting' | 'statement' | 'sending';

/** Milliseconds of each phase. */
export type SpentMs = Readonly<Record<RequestPhase, number>>;

/** Where the time of a request goes: it is in one phase at a time. */
export class RequestTimes {
  private readonly stopwatch: Stopwatch;
  private readonly spent: Record<RequestPhase, number> = { own: 0, key: 0, waiting: 0, statement: 0, sending: 0 };
  private phase: RequestPhase = 'own';
  private phaseStartedMs = 0;

  constructor(startStopwatch: StartStopwatch) {
    this.stopwatch = startStopwatch();
  }

  enter(phase: RequestPhase): void {
    const nowMs = this.stopwatch.elapsedMs();
    this.spent[this.phase] += nowMs - this.phaseStartedMs;
    this.phaseStartedMs = nowMs;
    this.phase = phase;
  }

  enterStatement(phase: StatementPhase): void {
    // A statement that its client has left may still run.
    if (this.phase !== 'sending') {
      this.enter(phase === 'answered' ? 'own' : phase);
    }
  }

  /** The time of each phase up to now. */
  spentMs(): SpentMs {
    this.enter(this.phase);
    return this.spent;
  }
}

/** How long a request has taken. */
export function totalMs({ own, key, waiting, statement, sending }: SpentMs): number {
  return own + key + waiting + statement + sending;
}

/**
 * The database, whose statements count for a request. Not by AsyncLocalStorage, which would need no parameter: with Node.js 20 it takes an eighth of the
 * processor time of a small request.
 */
export function timed(db: Queryable, { times }: Pick<FastifyRequest, 'times'>): Queryable {
  if (times === null) {
    return db;
  }
  const onPhase = (phase: StatementPhase) => times.enterStatement(phase);
  const query = (statement: string | QueryConfig, values?: unknown[]) => {
    const timedStatement: TimedStatement = {
      ...(typeof statement === 'string' ? { text: statement, values } : statement),
      onPhase,
    };
    return db.query(timedStatement);
  };
  return { query: query as Queryable['query'] };
}
