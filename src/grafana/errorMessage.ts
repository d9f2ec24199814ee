import type { DataQueryError } from '@grafana/data';
import { t } from '@grafana/i18n';
import { findOperation } from '../core/api/operations';
import { isAbort, TelemetryError } from '../core/api/telemetryError';
import type { RejectedPlan } from '../core/history/plan/planHistory';
import { shortDuration } from '../core/time/durationText';
import { translate } from '../locales/translate';
import { settingLabel } from '../locales/settingTexts';
import { SETTINGS } from '../query/dataSourceSettings';
import type { OffsetProblem } from '../query/interval';
import { UserError } from './userError';

/** An error as text for users: what happened, what to do, and the server's own message in brackets. */
export function describeError(error: unknown): string {
  if (error instanceof TelemetryError) {
    return [explain(error), error.detail ? `[${error.detail}]` : ''].filter(Boolean).join(' ');
  }
  if (isAbort(error)) {
    return t('errors.cancelled', 'Cancelled.');
  }
  return error instanceof Error ? error.message : String(error);
}

interface QueryError extends DataQueryError {
  readonly refId: string;
  readonly message: string;
}

/**
 * The error of a query, for users and for Grafana.
 * @param where whose error it is, if it is not that of the whole query
 */
export function createQueryError(refId: string, error: unknown, where?: string): QueryError {
  const message = describeError(error);
  const status = findStatus(error);
  return {
    refId,
    message: where === undefined ? message : `${where}: ${message}`,
    ...(status !== undefined && { status }),
  };
}

/** The status of a query that nobody can execute as it is. */
export const INVALID_QUERY_STATUS = 400;

/** As gateways say that there is no usable response. */
export const NO_USABLE_RESPONSE_STATUS = 502;

/** As HTTP has it: that of the API, or who is to change something. Undefined for a defect of the plugin. */
function findStatus(error: unknown): number | undefined {
  if (!(error instanceof TelemetryError)) {
    return error instanceof UserError ? INVALID_QUERY_STATUS : undefined;
  }
  switch (error.kind) {
    case 'overBudget':
    case 'notACounter':
      return INVALID_QUERY_STATUS;
    case 'network':
    case 'notTheApi':
    case 'malformed':
    case 'unread':
    case 'protocol':
      return NO_USABLE_RESPONSE_STATUS;
    default:
      return error.status ?? NO_USABLE_RESPONSE_STATUS;
  }
}

/** What happened and what to do, without the server's own message. */
export function explain(error: TelemetryError): string {
  switch (error.kind) {
    case 'unauthorized':
      return t('errors.unauthorized', 'The API key was rejected. Check it in the data source settings.');
    case 'forbidden':
      return forbiddenMessage(error.path);
    case 'notFound':
      return notFoundMessage(error.path);
    case 'badRequest':
      return translate('errors.badRequest', 'The server rejected the request (status {{status}}).', {
        status: error.status,
      });
    case 'rateLimited':
      return error.retryAfterMs === undefined
        ? t('errors.rateLimited', 'Too many requests. Wait a moment, or choose a shorter time range.')
        : translate('errors.rateLimitedFor', 'Too many requests. The server accepts requests again in {{duration}}.', {
            duration: shortDuration(error.retryAfterMs),
          });
    case 'server':
      // What Grafana's proxy answers when it cannot reach the server.
      return error.status === 502
        ? translate(
            'errors.badGateway',
            "No response from the URL of the data source (status {{status}}). Check the URL, and that Grafana's server can reach it.",
            { status: error.status }
          )
        : translate(
            'errors.server',
            'The server failed (status {{status}}). Try again; if the error persists, report it to the operator of the API.',
            { status: error.status }
          );
    case 'network':
      return t(
        'errors.network',
        'The server could not be reached, or it closed the connection early. If the error persists, check the URL in the data source settings.'
      );
    case 'unresponsive':
      return translate(
        'errors.unresponsive',
        "No answer from the API for {{duration}}. Check that it runs, and that Grafana's server can reach it.",
        { duration: shortDuration(error.unansweredMs ?? 0) }
      );
    case 'notTheApi':
      return t(
        'errors.notTheApi',
        'A log-in page or another web page answered instead of the API. Check the URL in the data source settings.'
      );
    case 'malformed':
      return translate('errors.malformed', 'The response of {{path}} does not match the API specification.', {
        path: error.path,
      });
    case 'unread':
      return translate(
        'errors.unread',
        'The response of {{path}} exceeds what the API specification allows, so it was not read.',
        { path: error.path }
      );
    case 'protocol':
      return t('errors.protocol', 'Loading stopped: the server repeated a cursor or its list does not end.');
    case 'overBudget':
      return canAllow(error.neededRows)
        ? translate(
            'errors.overBudget',
            'Too many rows for one series. Choose a coarser interval or a shorter time range, or increase “{{setting}}” in the data source settings.',
            { setting: settingLabel('maxRowsPerSeries') }
          )
        : t(
            'errors.overEveryBudget',
            'Too many rows for one series. Choose a coarser interval or a shorter time range.'
          );
    case 'notACounter':
      return t(
        'errors.notACounter',
        'The values fall too often to compute their increase. Is this tag a counter? Choose another statistic, or a shorter time range.'
      );
    case 'falling':
      return t(
        'errors.falling',
        'This tag falls more often than it rises, so it has no increase. Is it a counter? Choose another statistic.'
      );
  }
}

function notFoundMessage(path: string | undefined): string {
  return findOperation(path)?.notFound === 'series'
    ? t('errors.notFound', 'The device or tag does not exist, or the API key has no access to its site.')
    : translate('errors.noSuchPath', 'The server has no {{path}}. Check the URL in the data source settings.', {
        path,
      });
}

function forbiddenMessage(path: string | undefined): string {
  const operation = findOperation(path);
  return operation === undefined || operation.isPermissionAssumed
    ? translate('errors.forbiddenPath', 'The API key lacks the permission for {{path}}.', { path })
    : translate('errors.forbidden', 'The API key lacks the permission {{permission}}, which {{path}} requires.', {
        permission: operation.permission,
        path,
      });
}

export function unknownVariableMessage(reference: string): string {
  return translate(
    'errors.unknownVariable',
    'The variable {{reference}} has no value: it does not exist in this dashboard, or the query runs outside of one.',
    {
      reference,
    }
  );
}

export function invalidDurationMessage(text: string): string {
  return translate(
    'errors.invalidDuration',
    '"{{text}}" is not a valid duration. Use a number followed by s, m, h, d, or w, such as 15m.',
    { text }
  );
}

export function invalidHoldMessage(text: string): string {
  return translate(
    'errors.invalidHold',
    '"{{text}}" is not a valid hold limit. Use a number followed by s, m, h, d, or w, such as 6h, or none.',
    { text }
  );
}

export function rawTimeWeightedMessage(): string {
  return t(
    'errors.rawTimeWeighted',
    'Raw readings have no steps, so they have no time-weighted average. Choose another interval, such as auto or 1h, or another statistic.'
  );
}

export function usualWeeksMessage(weeks: number, { min, max }: { readonly min: number; readonly max: number }): string {
  return translate('errors.usualWeeks', 'What is usual needs {{min}} to {{max}} earlier weeks, not {{weeks}}.', {
    weeks,
    min,
    max,
  });
}

export function unusualStepsMessage(): string {
  return t(
    'errors.unusualSteps',
    'What is usual needs steps that are the same in each week: choose the interval auto, or one from 1m to 1d that divides a day evenly, or 1w.'
  );
}

/** Why alert rules and expressions get no series rather than some of them. */
export function tooManySeriesMessage(total: number, maxSeries: number): string {
  return translate(
    'errors.tooManySeries',
    'The query selects {{total, number}} series, but its maximum is {{max, number}}. Alert rules and expressions leave none out: filter the query or increase its maximum number of series.',
    { total, max: maxSeries }
  );
}

/** Why a query cannot be run, and what is allowed. */
export function invalidIntervalMessage(text: string): string {
  return translate(
    'errors.invalidInterval',
    '"{{text}}" is not a valid interval. Use auto, raw, 1m, 1h, 1d, or a number followed by s, m, h, d, w, or M, such as 5m or 8h. An interval shorter than a day must divide a day evenly.',
    { text }
  );
}

export function invalidOffsetMessage(problem: OffsetProblem): string {
  switch (problem.kind) {
    case 'notATime':
      return translate(
        'errors.invalidOffset',
        '"{{text}}" is not a valid start time. Use hours and minutes from 00:00 to 23:59, such as 06:00.',
        { text: problem.text }
      );
    case 'movesLevel':
      return translate(
        'errors.offsetOfLevel',
        'The {{level}} averages come from the server and cannot start at {{text}}. Use the interval {{instead}} instead.',
        { level: problem.level, text: problem.text, instead: problem.instead }
      );
  }
}

export function invalidShiftMessage(text: string): string {
  return translate(
    'errors.invalidShift',
    '"{{text}}" is not a valid time shift. Use a number followed by d, w, or M, such as 1d, 1w, or 1M.',
    { text }
  );
}

export function rejectedPlanMessage({ interval, expectedRows, maxRows, weeks }: RejectedPlan): string {
  const figures = { interval, expected: expectedRows, limit: maxRows };
  if (weeks !== undefined) {
    return translate(
      'errors.rejectedUsual',
      'The interval {{interval}} needs {{expected}} rows per series over this time range and {{weeks}} weeks before it; the limit is {{limit}}. Choose fewer weeks, a coarser interval or a shorter time range, or increase “{{setting}}” in the data source settings.',
      { ...figures, weeks, setting: settingLabel('maxRowsPerSeries') }
    );
  }
  return canAllow(expectedRows)
    ? translate(
        'errors.rejectedPlan',
        'The interval {{interval}} needs {{expected}} rows per series over this time range; the limit is {{limit}}. Choose a coarser interval or a shorter time range, or increase “{{setting}}” in the data source settings.',
        { ...figures, setting: settingLabel('maxRowsPerSeries') }
      )
    : translate(
        'errors.rejectedByEveryLimit',
        'The interval {{interval}} needs {{expected}} rows per series over this time range; the limit is {{limit}}. Choose a coarser interval or a shorter time range.',
        figures
      );
}

/** More steps than are shown, whatever the settings say. */
export function tooManyStepsMessage(interval: string, steps: number, maxSteps: number): string {
  return translate(
    'errors.tooManySteps',
    'The interval {{interval}} has {{steps}} steps over this time range; the limit is {{limit}}. Choose a coarser interval or a shorter time range.',
    { interval, steps, limit: maxSteps }
  );
}

/** True if so many rows can be allowed by the settings; else, to increase the limit is no advice. */
function canAllow(rows: number | undefined): boolean {
  return rows !== undefined && rows <= SETTINGS.maxRowsPerSeries.max;
}
