import {
  dateTimeFormat,
  type DataFrame,
  type Field,
  FieldType,
  getFieldDisplayName,
  type TimeZone,
  toCSV,
} from '@grafana/data';

const ISO_FORMAT = 'YYYY-MM-DDTHH:mm:ss.SSSZ';

/**
 * Frames as CSV, one below the other: numbers without a unit, times with their offset from UTC. No text is a formula for the
 * spreadsheet that opens it.
 */
export function framesToCsv(frames: readonly DataFrame[], timeZone: TimeZone | undefined): string {
  return toCSV(
    frames.map((frame) => ({
      ...frame,
      fields: frame.fields.map((field) => ({
        ...withPlainValues(field, timeZone),
        config: { ...field.config, displayName: plainText(getFieldDisplayName(field, frame, [...frames])) },
        // Grafana keeps the name that it has found before here.
        state: undefined,
      })),
    }))
  );
}

function withPlainValues(field: Field, timeZone: TimeZone | undefined): Field {
  switch (field.type) {
    case FieldType.time:
      return {
        ...field,
        display: (time) => ({
          numeric: Number(time),
          text: dateTimeFormat(Number(time), { timeZone, format: ISO_FORMAT }),
        }),
      };
    case FieldType.string:
      return {
        ...field,
        values: field.values.map((value: unknown) => (typeof value === 'string' ? plainText(value) : value)),
      };
    default:
      return field;
  }
}

/** An apostrophe makes a text of what a spreadsheet would run as a formula. */
function plainText(text: string): string {
  return /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
}
