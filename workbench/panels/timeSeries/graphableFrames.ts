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
 * The frames that a graph can show: those with a time field and a number or boolean field. Booleans become 0 and 1, and
 * numbers that are not finite become gaps. Rows further apart than `config.interval` of the time field get a gap too.
 */
export function graphableFrames(series: DataFrame[], timeRange: TimeRange): DataFrame[] {
  cacheFieldDisplayNames(series);
  return series
    .filter(isGraphable)
    .map((frame) => ({ ...frame, fields: frame.fields.map(graphableField) }))
    .map((frame) => withGaps(frame, timeRange));
}

/** TimeSeries of @grafana/ui does the same, but only for the first of several frames. */
function withGaps(frame: DataFrame, { from, to }: TimeRange): DataFrame {
  const refFieldPseudoMin = from.valueOf();
  const refFieldPseudoMax = to.valueOf();
  return nullToValue(applyNullInsertThreshold({ frame, refFieldPseudoMin, refFieldPseudoMax }));
}

function isGraphable({ fields, length }: DataFrame): boolean {
  return length > 0 && fields.some(isTime) && fields.some(isGraphed);
}

const isTime = (field: Field) => field.type === FieldType.time;
const isGraphed = (field: Field) => field.type === FieldType.number || field.type === FieldType.boolean;

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
