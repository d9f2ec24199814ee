import { dateTimeFormat, FieldType, toCSV, type DataFrame, type Field, type TimeZone } from '@grafana/data';

const ISO_FORMAT = 'YYYY-MM-DDTHH:mm:ss.SSSZ';

/** Downloads frames as CSV, one below the other: numbers without a unit, times with their offset from UTC. */
export function downloadCsv(title: string, frames: DataFrame[], timeZone: TimeZone | undefined) {
  const written = frames.map((frame) => ({
    ...frame,
    fields: frame.fields.map((field) => withIsoTimes(field, timeZone)),
  }));
  // Without the byte order mark, Excel reads UTF-8 as another encoding.
  const csv = new Blob(['\uFEFF', toCSV(written)], { type: 'text/csv;charset=utf-8' });
  const link = document.createElement('a');
  link.href = URL.createObjectURL(csv);
  link.download = `${title} ${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}.csv`;
  link.click();
  URL.revokeObjectURL(link.href);
}

function withIsoTimes(field: Field, timeZone: TimeZone | undefined): Field {
  return field.type === FieldType.time
    ? {
        ...field,
        display: (time) => ({
          numeric: Number(time),
          text: dateTimeFormat(Number(time), { timeZone, format: ISO_FORMAT }),
        }),
      }
    : field;
}
