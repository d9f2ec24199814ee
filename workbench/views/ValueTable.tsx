import { css } from '@emotion/css';
import type { GrafanaTheme2 } from '@grafana/data';
import type { VariableValueOption } from '@grafana/scenes';
import { useStyles2 } from '@grafana/ui';
import React from 'react';
import { PlainTable } from '../parts/PlainTable.tsx';
import { text } from '../page/text.ts';

/** The options of a variable: the text that the dropdown shows and the value that queries get. */
export function ValueTable({ options }: { options: VariableValueOption[] }) {
  const styles = useStyles2(getStyles);
  return (
    <PlainTable label={text('variable.preview')} headings={[text('variable.textColumn'), text('variable.value')]}>
      {options.map(({ label, value }, index) => (
        <tr key={index}>
          <td>{label}</td>
          <td className={styles.value}>{String(value)}</td>
        </tr>
      ))}
    </PlainTable>
  );
}

const getStyles = (theme: GrafanaTheme2) => ({
  value: css({ fontFamily: theme.typography.fontFamilyMonospace }),
});
