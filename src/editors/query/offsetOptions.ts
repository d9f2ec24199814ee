import { t } from '@grafana/i18n';
import { offsetProblem } from '../../query/interval';
import { PLAIN_TEXT } from '../../locales/plainText';
import type { PickerOption } from '../shared/inventoryOptions';
import { variableOptions } from '../shared/variableOptions';

/** When the shifts and days of a plant usually begin; any other time can be typed. */
const USUAL_BEGINNINGS = ['05:00', '06:00', '07:00', '08:00'] as const;

/** At what time of day steps can begin, or a variable. */
export function offsetOptions(variables: readonly string[]): PickerOption[] {
  return [
    {
      value: '',
      label: t('editors.offset.midnight', 'Midnight'),
      description: t('editors.offset.midnightWhat', '8 hours: 00:00, 08:00, 16:00'),
    },
    ...USUAL_BEGINNINGS.map((time) => ({
      value: time,
      label: time,
      ...(time === '06:00' && {
        description: t(
          'editors.offset.sixWhat',
          'Shifts of 8 hours: 06:00, 14:00, 22:00, on the clock of the dashboard'
        ),
      }),
    })),
    ...variableOptions(variables),
  ];
}

/** What is wrong with an offset for an interval, and what would be right; undefined when it can be one. */
export function offsetProblemText(text: string, interval: string): string | undefined {
  const problem = offsetProblem(text, interval);
  switch (problem?.kind) {
    case undefined:
      return undefined;
    case 'notATime':
      return t(
        'editors.offset.notATime',
        '“{{text}}” is no time of day. Write hours and minutes from 00:00 to 23:59, such as 06:00, or a variable.',
        { text: problem.text, ...PLAIN_TEXT }
      );
    case 'movesLevel':
      return t(
        'editors.offset.movesLevel',
        'The averages of {{level}} are the server’s and cannot begin at {{text}}. Choose the interval {{instead}}, or midnight.',
        { level: problem.level, text: problem.text, instead: problem.instead, ...PLAIN_TEXT }
      );
  }
}
