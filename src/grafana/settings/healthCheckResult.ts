import type { TestDataSourceResponse } from '@grafana/data';
import { type HealthCheckResult, HealthStatus } from '@grafana/runtime';

/**
 * The outcome of a health check as the backend of a data source would answer, for `DataSourceWithBackend`. It shows the details of
 * an error and no others, so those of a success are part of the message.
 */
export function healthCheckResult({ status, message, details }: TestDataSourceResponse): HealthCheckResult {
  const findings = details?.message;
  return status === 'success'
    ? { status: HealthStatus.OK, message: [message, findings].filter(Boolean).join(' '), details: undefined }
    : { status: HealthStatus.Error, message, details: findings === undefined ? undefined : { message: findings } };
}
