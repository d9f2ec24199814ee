import { type DataFrame, type DataQueryResponse, DataTopic, LoadingState } from '@grafana/data';

/** What these draw without fields is a message about a missing field, in place of the text that the panel has for no value. */
const NEEDING_FIELDS: ReadonlySet<string | undefined> = new Set(['state-timeline', 'status-history']);

/** What it draws of fields without values is a plot without a word, in place of that text. */
const NEEDING_ROWS = 'timeseries';

/**
 * The same response for a visualization that would not say that there is nothing to draw.
 * @param visualization Grafana's id of the panel plugin; undefined in Explore
 */
export function withVisibleEmptiness(
  response: DataQueryResponse,
  visualization: string | undefined
): DataQueryResponse {
  if (NEEDING_FIELDS.has(visualization)) {
    return withoutFieldlessFrames(response);
  }
  return visualization === NEEDING_ROWS ? withoutRowlessFields(response) : response;
}

/**
 * Frames without fields are left out if there are no others, and what they warn of is an error of the panel, which is shown without
 * frames.
 */
function withoutFieldlessFrames(response: DataQueryResponse): DataQueryResponse {
  const { errors = [] } = response;
  const data = response.data as readonly DataFrame[];
  if (data.length === 0 || data.some((frame) => isDrawn(frame) && frame.fields.length > 0)) {
    return response;
  }
  const warnings = data.flatMap(({ refId, meta }) =>
    (meta?.notices ?? [])
      .filter(({ severity }) => severity !== 'info')
      .map(({ text }) => ({ message: text, ...(refId !== undefined && { refId }) }))
  );
  return warnings.length === 0
    ? { ...response, data: [] }
    : { ...response, data: [], errors: [...errors, ...warnings], state: LoadingState.Error };
}

/** Once everything is loaded, frames have no fields if there is no row in any of them. */
function withoutRowlessFields(response: DataQueryResponse): DataQueryResponse {
  const data = response.data as readonly DataFrame[];
  const drawn = data.filter((frame) => isDrawn(frame) && frame.fields.length > 0);
  if (response.state !== LoadingState.Done || drawn.length === 0 || drawn.some(({ length }) => length > 0)) {
    return response;
  }
  return { ...response, data: data.map((frame) => (isDrawn(frame) ? { ...frame, fields: [] } : frame)) };
}

/** False for marks, which a panel draws over what it shows. */
function isDrawn({ meta }: DataFrame): boolean {
  return meta?.dataTopic !== DataTopic.Annotations;
}
