import {
  applyNullInsertThreshold,
  cacheFieldDisplayNames,
  FieldType,
  nullToValue,
  type DataFrame,
  type Field,
  type TimeRange,
} from '@grafana/data';

/**
 * The frames that can stand on a time axis: those with a time field and something to draw, booleans as 0 and 1, values
 * that are no finite number as gaps, and a gap wherever rows are further apart than the interval that the data state.
 */
export function graphableFrames(series: DataFrame[], timeRange: TimeRange): DataFrame[] {
  cacheFieldDisplayNames(series);
  return series
    .filter(isGraphable)
    .map((frame) => ({ ...frame, fields: frame.fields.map(graphableField) }))
    .map((frame) => withGaps(frame, timeRange));
}

/** TimeSeries of @grafana/ui does this itself, but of several frames only to the first. */
function withGaps(frame: DataFrame, { from, to }: TimeRange): DataFrame {
  const refFieldPseudoMin = from.valueOf();
  const refFieldPseudoMax = to.valueOf();
  return nullToValue(applyNullInsertThreshold({ frame, refFieldPseudoMin, refFieldPseudoMax }));
}

function isGraphable({ fields, length }: DataFrame): boolean {
  return length > 0 && fields.some(isTime) && fields.some(isDrawn);
}

const isTime = (field: Field) => field.type === FieldType.time;
const isDrawn = (field: Field) => field.type === FieldType.number || field.type === FieldType.boolean;

function graphableField(field: Field): Field {
  if (field.type === FieldType.boolean) {
    return {
      ...field,
      type: FieldType.number,
      values: field.values.map((value) => (value == null ? null : Number(value))),
    };
  }
  if (field.type === FieldType.number && field.values.some((value) => value != null && !Number.isFinite(value))) {
    return { ...field, values: field.values.map((value) => (Number.isFinite(value) ? value : null)) };
  }
  return field;
}
