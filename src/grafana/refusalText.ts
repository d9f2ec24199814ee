import { t } from '@grafana/i18n';
import type { RefusedPlan } from '../core/history/historyPlan';
import { PLAIN_TEXT } from '../locales/plainText';
import type { OffsetProblem } from '../query/interval';

/** Why a query cannot be read, in words for people: what it says, and what is allowed. */
export function invalidIntervalText(text: string): string {
  return t(
    'errors.invalidInterval',
    '"{{text}}" is no interval. Use auto, raw, 1m, 1h, 1d, or a number with s, m, h, d, w or M such as 5m or 8h; below a day it must divide a day.',
    { text, ...PLAIN_TEXT }
  );
}

export function invalidOffsetText(problem: OffsetProblem): string {
  switch (problem.kind) {
    case 'notATime':
      return t(
        'errors.invalidOffset',
        '"{{text}}" is no time at which steps can begin. Use hours and minutes from 00:00 to 23:59, such as 06:00.',
        { text: problem.text, ...PLAIN_TEXT }
      );
    case 'movesLevel':
      return t(
        'errors.offsetOfLevel',
        "The averages of {{level}} are the server's and cannot begin at {{text}}. Use the interval {{instead}}, whose steps can.",
        { level: problem.level, text: problem.text, instead: problem.instead, ...PLAIN_TEXT }
      );
  }
}

export function refusedPlanText({ asked, expectedRows, maxRows }: RefusedPlan): string {
  return t(
    'errors.refused',
    'Interval {{asked}} would draw {{expected}} rows per series over this range; the limit is {{limit}}. Choose a coarser interval or a shorter range, or raise the limit in the settings of the data source.',
    { asked, expected: expectedRows, limit: maxRows, ...PLAIN_TEXT }
  );
}
