import { ThemeContext } from '@grafana/data';
import { locationService, LocationServiceProvider } from '@grafana/runtime';
import { EmptyState, ErrorBoundaryAlert, GlobalStyles, LinkButton, PortalContainer } from '@grafana/ui';
import { Route, Routes } from 'react-router-dom';
import React from 'react';
import { text } from '../page/text.ts';
import { AnnotationPage } from '../views/AnnotationPage.tsx';
import { DashboardView } from '../views/DashboardView.tsx';
import { QueryPage } from '../views/QueryPage.tsx';
import { SettingsView } from '../views/SettingsView.tsx';
import { VariablePage } from '../views/VariablePage.tsx';
import { AlertToasts } from './AlertToasts.tsx';
import { HistoryRouter } from './HistoryRouter.tsx';
import { PageFrame } from './PageFrame.tsx';
import { useTheme } from './useTheme.ts';

/** The whole page. Views that Grafana has too use Grafana's paths. */
export function App() {
  const [theme, toggleTheme] = useTheme();
  return (
    <LocationServiceProvider service={locationService}>
      <HistoryRouter history={locationService.getHistory()}>
        <ThemeContext.Provider value={theme}>
          <GlobalStyles />
          <PageFrame onToggleTheme={toggleTheme}>
            {/* Scenes store theme colors in their data, so a theme change has to recreate them. */}
            <ErrorBoundaryAlert key={theme.name}>
              <Routes>
                <Route path="/" element={<DashboardView />} />
                <Route path="/d/:uid/:slug?" element={<DashboardView />} />
                <Route path="/explore" element={<QueryPage />} />
                <Route path="/annotations" element={<AnnotationPage />} />
                <Route path="/variables" element={<VariablePage />} />
                <Route path="/connections/datasources/edit/:uid" element={<SettingsView />} />
                <Route path="*" element={<NotFoundView />} />
              </Routes>
            </ErrorBoundaryAlert>
          </PageFrame>
          <AlertToasts />
          <PortalContainer />
        </ThemeContext.Provider>
      </HistoryRouter>
    </LocationServiceProvider>
  );
}

function NotFoundView() {
  const home = <LinkButton href="/">{text('frame.home')}</LinkButton>;
  return <EmptyState variant="not-found" hideImage message={text('frame.notFound')} button={home} />;
}
