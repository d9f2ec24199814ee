import { css } from '@emotion/css';
import type { GrafanaTheme2 } from '@grafana/data';
import { sceneGraph, SceneGridRow, type SceneComponentProps } from '@grafana/scenes';
import { Icon, useStyles2 } from '@grafana/ui';
import React from 'react';

/** A row of panels. Grafana's own component renders a heading without a level inside a button. */
export class DashboardRow extends SceneGridRow {
  static Component = RowTitle;
}

function RowTitle({ model }: SceneComponentProps<SceneGridRow>) {
  const styles = useStyles2(getStyles);
  const { title, isCollapsed } = model.useState();
  return (
    <h2 className={styles.title}>
      <button type="button" className={styles.button} aria-expanded={!isCollapsed} onClick={model.onCollapseToggle}>
        <Icon name={isCollapsed ? 'angle-right' : 'angle-down'} />
        {sceneGraph.interpolate(model, title, undefined, 'text')}
      </button>
    </h2>
  );
}

const getStyles = (theme: GrafanaTheme2) => ({
  title: css({ margin: 0, fontSize: theme.typography.h5.fontSize }),
  button: css({
    display: 'flex',
    alignItems: 'center',
    gap: theme.spacing(1),
    minHeight: '30px',
    border: 'none',
    background: 'transparent',
    textAlign: 'left',
  }),
});
