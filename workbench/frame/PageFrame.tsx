import { css } from '@emotion/css';
import type { GrafanaTheme2 } from '@grafana/data';
import { locationService } from '@grafana/runtime';
import { Alert, Box, useStyles2 } from '@grafana/ui';
import React, { useEffect, type ReactNode } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import { workbenchBoot } from '../page/boot.ts';
import { dashboardPath, homeDashboard } from '../page/dashboards.ts';
import { text } from '../page/text.ts';
import { ChangedSettings } from './ChangedSettings.tsx';
import { Navigation } from './Navigation.tsx';
import { TopBar } from './TopBar.tsx';

interface Props {
  readonly onToggleTheme: () => void;
  readonly children: ReactNode;
}

/** The menu, the top bar, the content and the footer; with `?kiosk` only the content. */
export function PageFrame({ onToggleTheme, children }: Props) {
  const styles = useStyles2(getStyles);
  const [params] = useSearchParams();
  const { pathname } = useLocation();
  const home = homeDashboard();
  const isFirstPage = home !== undefined && pathname === dashboardPath(home.uid);
  const isKiosk = params.has('kiosk');
  const { plugin, problems } = workbenchBoot();
  useExitOnEscape(params);
  const content = (
    <main id="content" className={styles.content} tabIndex={-1}>
      {problems.length > 0 && (
        <Box margin={2} marginBottom={0}>
          <Alert severity="warning" title={text('frame.problems')}>
            {problems.map((problem) => (
              <div key={problem}>{problem}</div>
            ))}
          </Alert>
        </Box>
      )}
      <ChangedSettings />
      {children}
    </main>
  );
  if (isKiosk) {
    return <div className={styles.page}>{content}</div>;
  }
  return (
    <div className={styles.page}>
      <a href="#content" className={styles.skip}>
        {text('frame.skip')}
      </a>
      <TopBar onToggleTheme={onToggleTheme} />
      <div className={styles.body}>
        <Navigation />
        <div className={styles.column}>
          {content}
          <footer className={styles.footer}>
            {text('frame.notGrafana', { name: plugin.name, version: plugin.version })}{' '}
            {isFirstPage && text('frame.onlyInGrafana')}
          </footer>
        </div>
      </div>
    </div>
  );
}

/** Esc leaves the view of one panel, and then full screen, unless it closes something that is open. */
function useExitOnEscape(params: URLSearchParams) {
  const view = ['viewPanel', 'kiosk'].find((name) => params.has(name));
  useEffect(() => {
    if (!view) {
      return undefined;
    }
    const exit = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !hasOpenLayer) {
        locationService.partial({ [view]: null });
      }
    };
    let hasOpenLayer = false;
    // What is open handles the key first and is gone afterwards.
    const look = () => {
      hasOpenLayer = document.querySelector(OPEN_LAYERS) !== null;
    };
    window.addEventListener('keydown', look, true);
    window.addEventListener('keydown', exit);
    return () => {
      window.removeEventListener('keydown', look, true);
      window.removeEventListener('keydown', exit);
    };
  }, [view]);
}

/** Dialogs, menus, lists, pickers and pinned tooltips that Esc closes. A closed Combobox leaves an empty list. */
const OPEN_LAYERS = [
  '[role=dialog]',
  '[role=menu]',
  '[role=listbox]:not(:empty)',
  '[aria-expanded=true][aria-haspopup]',
  '[data-testid=toggletip-content]',
].join();

const getStyles = (theme: GrafanaTheme2) => ({
  page: css({
    display: 'flex',
    flexDirection: 'column',
    minHeight: '100vh',
    background: theme.colors.background.canvas,
  }),
  body: css({ display: 'flex', flexGrow: 1, [theme.breakpoints.down('lg')]: { flexDirection: 'column' } }),
  column: css({ display: 'flex', flexDirection: 'column', flexGrow: 1, minWidth: 0 }),
  content: css({ display: 'flex', flexDirection: 'column', flexGrow: 1, minWidth: 0, outline: 'none' }),
  skip: css({
    position: 'absolute',
    top: '-100px',
    left: theme.spacing(1),
    zIndex: theme.zIndex.portal,
    padding: theme.spacing(1, 2),
    background: theme.colors.background.elevated,
    '&:focus': { top: theme.spacing(1) },
  }),
  footer: css({
    padding: theme.spacing(1, 2),
    borderTop: `1px solid ${theme.colors.border.weak}`,
    color: theme.colors.text.secondary,
    fontSize: theme.typography.bodySmall.fontSize,
  }),
});
