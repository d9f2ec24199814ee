import { type DataFrame, type DataQueryResponse, DataTopic, LoadingState } from '@grafana/data';

/** What these draw without fields is a message about a missing field, in place of the text that the panel has for no value. */
const NEEDING_FIELDS: ReadonlySet<string | undefined> = new Set(['state-timeline', 'status-history']);

/**
 * The same response for a visualization that says of frames without fields that a field is missing: such frames are left out if there are
 * no others, and what they warn of is an error of the panel, which is shown without frames.
 * @param visualization Grafana's id of the panel plugin; undefined in Explore
 */
export function withoutFieldlessFrames(
  response: DataQueryResponse,
  visualization: string | undefined
): DataQueryResponse {
  const { errors = [] } = response;
  const data = response.data as readonly DataFrame[];
  const isDrawn = ({ fields, meta }: DataFrame) => fields.length > 0 && meta?.dataTopic !== DataTopic.Annotations;
  if (data.length === 0 || !NEEDING_FIELDS.has(visualization) || data.some(isDrawn)) {
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
