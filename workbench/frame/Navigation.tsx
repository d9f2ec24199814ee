import { css, cx } from '@emotion/css';
import type { GrafanaTheme2, IconName } from '@grafana/data';
import { getDataSourceSrv } from '@grafana/runtime';
import { Icon, useStyles2 } from '@grafana/ui';
import { NavLink, useLocation } from 'react-router-dom';
import React from 'react';
import { workbenchBoot } from '../page/boot.ts';
import { text } from '../page/text.ts';
import { dashboardPath, listedDashboards } from '../page/dashboards.ts';
import { linkUrl } from '../page/linkUrl.ts';
import { TOP_BAR_HEIGHT } from './TopBar.tsx';

interface Entry {
  readonly path: string;
  /** The path with what the view takes over from the present one. */
  readonly url?: string;
  readonly label: string;
  readonly icon: IconName;
}

/**
 * The menu of views: at the side, or at the top of a narrow page. From one dashboard to the next, it keeps the variables and the time range,
 * as the menu of dashboards in Grafana's dashboard links does.
 */
export function Navigation() {
  const styles = useStyles2(getStyles);
  const { pathname, search } = useLocation();
  const { plugin } = workbenchBoot();
  const settings = getDataSourceSrv().getList({ pluginId: plugin.id, all: true });
  const entries: Entry[] = [
    ...listedDashboards().map(({ uid, title }) => {
      const path = dashboardPath(uid);
      const url = linkUrl({ url: path, keepTime: true, includeVars: true }, search);
      return { path, url, label: title, icon: 'apps' as const };
    }),
    { path: '/explore', label: text('nav.query'), icon: 'compass' },
    { path: '/annotations', label: text('nav.annotations'), icon: 'comment-alt' },
    { path: '/variables', label: text('nav.variables'), icon: 'sliders-v-alt' },
    ...settings.map(({ uid, name }) => ({
      path: `/connections/datasources/edit/${encodeURIComponent(uid)}`,
      label: settings.length > 1 ? `${text('nav.settings')}: ${name}` : text('nav.settings'),
      icon: 'cog' as const,
    })),
  ];
  return (
    <nav className={styles.nav} aria-label={text('nav.label')}>
      {entries.map(({ path, url = path, label, icon }) => (
        <NavLink key={path} to={url} className={cx(styles.link, pathname === path && styles.active)}>
          <Icon name={icon} />
          {label}
        </NavLink>
      ))}
    </nav>
  );
}

const getStyles = (theme: GrafanaTheme2) => ({
  nav: css({
    display: 'flex',
    flexDirection: 'column',
    flexShrink: 0,
    gap: '2px',
    width: '232px',
    position: 'sticky',
    top: TOP_BAR_HEIGHT,
    alignSelf: 'flex-start',
    height: `calc(100vh - ${TOP_BAR_HEIGHT})`,
    overflowY: 'auto',
    padding: theme.spacing(1),
    background: theme.colors.background.primary,
    borderRight: `1px solid ${theme.colors.border.weak}`,
    [theme.breakpoints.down('lg')]: {
      position: 'static',
      alignSelf: 'stretch',
      flexDirection: 'row',
      width: 'auto',
      height: 'auto',
      overflow: 'auto hidden',
      borderRight: 'none',
      borderBottom: `1px solid ${theme.colors.border.weak}`,
    },
  }),
  link: css({
    display: 'flex',
    alignItems: 'center',
    gap: theme.spacing(1),
    padding: theme.spacing(0.75, 1),
    borderRadius: theme.shape.radius.default,
    color: theme.colors.text.secondary,
    [theme.breakpoints.down('lg')]: { whiteSpace: 'nowrap' },
    '&:hover': { background: theme.colors.action.hover, color: theme.colors.text.primary },
  }),
  active: css({
    background: theme.colors.action.selected,
    color: theme.colors.text.primary,
    boxShadow: `inset 3px 0 0 ${theme.colors.primary.main}`,
    [theme.breakpoints.down('lg')]: { boxShadow: `inset 0 -3px 0 ${theme.colors.primary.main}` },
  }),
});
