import type { Alert } from '../../core/alerts/alert';
import type { SeriesLabels } from '../../core/history/series/legend';

/** An alert with the names of its series. */
export interface NamedAlert {
  readonly alert: Alert;
  readonly labels: SeriesLabels;
}
