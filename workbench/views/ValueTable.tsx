import { css } from '@emotion/css';
import { type GrafanaTheme2 } from '@grafana/data';
import { type VariableValueOption } from '@grafana/scenes';
import { useStyles2 } from '@grafana/ui';
import React from 'react';
import { text } from '../page/text.ts';

/** The values a variable can take: what is shown and what is filled in. */
export function ValueTable({ options }: { options: VariableValueOption[] }) {
  const styles = useStyles2(getStyles);
  return (
    <div className={styles.scroll}>
      <table className={styles.table} aria-label={text('variable.preview')}>
        <thead>
          <tr>
            <th>{text('variable.textColumn')}</th>
            <th>{text('variable.value')}</th>
          </tr>
        </thead>
        <tbody>
          {options.map(({ label, value }, index) => (
            <tr key={index}>
              <td>{label}</td>
              <td className={styles.value}>{String(value)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const getStyles = (theme: GrafanaTheme2) => ({
  scroll: css({ maxHeight: '360px', overflow: 'auto', maxWidth: '900px' }),
  table: css({
    width: '100%',
    background: theme.colors.background.primary,
    'th, td': {
      padding: theme.spacing(0.5, 1),
      borderBottom: `1px solid ${theme.colors.border.weak}`,
      textAlign: 'left',
    },
    th: { color: theme.colors.text.secondary, fontWeight: theme.typography.fontWeightMedium },
  }),
  value: css({ fontFamily: theme.typography.fontFamilyMonospace }),
});
