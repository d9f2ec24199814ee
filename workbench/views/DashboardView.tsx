import { getBackendSrv, isFetchError } from '@grafana/runtime';
import type { Dashboard } from '@grafana/schema';
import { UrlSyncContextProvider } from '@grafana/scenes';
import { EmptyState } from '@grafana/ui';
import React from 'react';
import { Navigate, useLocation, useParams } from 'react-router-dom';
import { buildDashboard } from '../dashboard/buildDashboard.tsx';
import type { DashboardScene } from '../dashboard/DashboardScene.tsx';
import { dashboardPath, homeDashboard, uidInLanguage } from '../page/dashboards.ts';
import { text } from '../page/text.ts';
import { Loaded } from '../parts/Loaded.tsx';
import { useDocumentTitle } from '../parts/ViewPage.tsx';

/** One provisioned dashboard, in the language of the page if it has a variant in it; `/` opens the home dashboard. */
export function DashboardView() {
  const { uid = homeDashboard()?.uid } = useParams();
  const { pathname, search } = useLocation();
  if (uid === undefined) {
    return (
      <EmptyState variant="not-found" hideImage message={text('dashboards.none')}>
        {text('dashboards.noneHelp')}
      </EmptyState>
    );
  }
  const shown = uidInLanguage(uid);
  return uid === shown && pathname !== '/' ? (
    <Loaded key={uid} load={() => loadDashboard(uid)}>
      {(scene) => <LoadedDashboard scene={scene} />}
    </Loaded>
  ) : (
    <Navigate to={dashboardPath(shown) + search} replace />
  );
}

function LoadedDashboard({ scene }: { scene: DashboardScene }) {
  useDocumentTitle(scene.state.title);
  return (
    <UrlSyncContextProvider scene={scene} updateUrlOnInit={true} createBrowserHistorySteps={true}>
      <scene.Component model={scene} />
    </UrlSyncContextProvider>
  );
}

async function loadDashboard(uid: string): Promise<DashboardScene> {
  const url = `/api/dashboards/uid/${encodeURIComponent(uid)}`;
  try {
    const { dashboard }: { dashboard: Dashboard } = await getBackendSrv().get(url, undefined, undefined, {
      showErrorAlert: false,
    });
    return buildDashboard(uid, dashboard);
  } catch (error) {
    throw isFetchError(error) && error.status === 404 ? new Error(text('dashboards.notFound', { uid })) : error;
  }
}
