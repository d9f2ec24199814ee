import { type EpochMs, MINUTE_MS, type TimeWindow } from '../../core/time/window';
import { translate } from '../../locales/translate';
import type { AtOption } from '../../query/savedQuery';
import { UserError } from '../userError';
import type { PanelContext } from './panelContext';

/** True for a range that has ended. One that ended within the last minute ends now: it was resolved before the query is run. */
export function isOver({ toEpochMs }: TimeWindow, nowEpochMs: EpochMs): boolean {
  return toEpochMs < nowEpochMs - MINUTE_MS;
}

/**
 * The instant as of which a query is answered: the end of a time range that is over; undefined: now.
 * @throws UserError for a variable that has another word
 */
export function chosenInstant({ at }: AtOption, { window, services }: PanelContext): EpochMs | undefined {
  if (at !== 'now' && at !== 'rangeEnd') {
    throw new UserError(
      translate(
        'errors.invalidInstant',
        '"{{at}}" is not an instant. Use now, or rangeEnd for the end of the time range.',
        {
          at,
        }
      )
    );
  }
  return at === 'rangeEnd' && isOver(window, services.clock.nowEpochMs()) ? window.toEpochMs : undefined;
}
