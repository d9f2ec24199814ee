import type { FastifyReply, FastifyRequest } from 'fastify';
import { Counter, Histogram, type Registry } from 'prom-client';

declare module 'fastify' {
  interface FastifyRequest {
    /** Items in the list of the response, for the metrics. */
    rowsSent: number;
  }
}

const LATENCY_BUCKETS_S = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/**
 * Counts requests by operation and status, never by key, device, tag or query: the label sets stay small and reveal nothing about the plant.
 * All unknown paths count as the operation `none`. If the client disconnects before the response is complete, the status is `aborted`.
 */
export class RequestMetrics {
  private readonly requests: Counter<'operation' | 'status'>;
  private readonly latency: Histogram<'operation'>;
  private readonly rows: Counter<'operation'>;
  private readonly bytes: Counter<'operation'>;

  constructor(registry: Registry) {
    const registers = [registry];
    const byOperation = ['operation'] as const;
    this.requests = new Counter({
      name: 'telemetry_http_requests_total',
      help: 'Requests by operation and status.',
      labelNames: ['operation', 'status'],
      registers,
    });
    this.latency = new Histogram({
      name: 'telemetry_http_request_duration_seconds',
      help: 'Time from the request headers to the last byte of the response.',
      labelNames: byOperation,
      buckets: LATENCY_BUCKETS_S,
      registers,
    });
    this.rows = new Counter({
      name: 'telemetry_rows_sent_total',
      help: 'Readings, buckets, alerts, devices, values and exports sent.',
      labelNames: byOperation,
      registers,
    });
    this.bytes = new Counter({
      name: 'telemetry_http_sent_bytes_total',
      help: 'Bytes written to clients, headers included, after compression.',
      labelNames: byOperation,
      registers,
    });
  }

  /** Observes a request. @returns the function to call when its response was sent or its client disconnected */
  start(request: FastifyRequest): (reply: FastifyReply, durationMs: number) => void {
    const { socket } = request.raw;
    const writtenBefore = socket.bytesWritten ?? 0;
    const operation = request.routeOptions.schema?.operationId ?? 'none';
    return (reply, durationMs) => {
      const status = reply.raw.writableFinished ? String(reply.raw.statusCode) : 'aborted';
      this.requests.inc({ operation, status });
      this.latency.observe({ operation }, durationMs / 1000);
      this.rows.inc({ operation }, request.rowsSent);
      this.bytes.inc({ operation }, Math.max(0, (socket.bytesWritten ?? 0) - writtenBefore));
    };
  }
}
