import { FieldType, type DataFrame, type Field, type PanelProps } from '@grafana/data';
import i18next from 'i18next';
import React, { useMemo, type ComponentType } from 'react';

const DECIMAL_NUMBER = /^-?\d+\.\d+$/;

/** The panel with numbers in the language of the page: Grafana's units always format them with a decimal point. */
export function withLocalNumbers<TOptions>(Panel: ComponentType<PanelProps<TOptions>>) {
  return function LocalNumbers(props: PanelProps<TOptions>) {
    const { data } = props;
    const series = useMemo(() => data.series.map(withLocalFields), [data.series]);
    return decimalSign() === '.' ? <Panel {...props} /> : <Panel {...props} data={{ ...data, series }} />;
  };
}

function decimalSign(): string {
  return new Intl.NumberFormat(i18next.language).format(0.5).charAt(1);
}

function withLocalFields(frame: DataFrame): DataFrame {
  return {
    ...frame,
    fields: frame.fields.map((field) => (field.type === FieldType.number ? localField(field) : field)),
  };
}

/** The field with numbers in the language of the page. Texts that value mappings give to numbers stay as they are. */
export function localField(field: Field): Field {
  const { display } = field;
  if (!display) {
    return field;
  }
  return {
    ...field,
    display: (value, decimals) => {
      const shown = display(value, decimals);
      return DECIMAL_NUMBER.test(shown.text) ? { ...shown, text: shown.text.replace('.', decimalSign()) } : shown;
    },
  };
}
