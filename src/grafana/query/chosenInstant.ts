import { type EpochMs, MINUTE_MS } from '../../core/time/window';
import { translate } from '../../locales/translate';
import type { AtOption } from '../../query/savedQuery';
import { UserError } from '../userError';
import type { PanelContext } from './panelContext';

/** A range that ended so recently is one that ends now: it was resolved before the query is run. */
const NOW_TOLERANCE_MS = MINUTE_MS;

/**
 * The instant as of which a query is answered: the end of a time range that is over; undefined: now.
 * @throws UserError for a variable that has another word
 */
export function chosenInstant({ at }: AtOption, { window, services }: PanelContext): EpochMs | undefined {
  if (at !== 'now' && at !== 'rangeEnd') {
    throw new UserError(
      translate(
        'errors.invalidInstant',
        '"{{at}}" is no instant. Use now, or rangeEnd for the end of the time range.',
        {
          at,
        }
      )
    );
  }
  const isOver = window.toEpochMs < services.clock.nowEpochMs() - NOW_TOLERANCE_MS;
  return at === 'rangeEnd' && isOver ? window.toEpochMs : undefined;
}
