import { getBackendSrv } from '@grafana/runtime';
import { UrlSyncContextProvider } from '@grafana/scenes';
import React, { useCallback, useEffect } from 'react';
import { Navigate, useLocation, useParams } from 'react-router-dom';
import { buildDashboard } from '../dashboard/buildDashboard.ts';
import { decodeDashboard } from '../dashboard/decodeDashboard.ts';
import type { DashboardScene } from '../dashboard/DashboardScene.ts';
import { dashboardPath, homeDashboard, uidInLanguage } from '../page/dashboards.ts';
import { text } from '../page/text.ts';
import { EmptyNote } from '../parts/EmptyNote.tsx';
import { usePromise } from '../parts/usePromise.ts';
import { useDocumentTitle } from '../parts/ViewPage.tsx';
import { ViewState } from '../parts/ViewState.tsx';

/** One provisioned dashboard, in the language of the page if it has a variant in it; `/` opens the home dashboard. */
export function DashboardView() {
  const { uid = homeDashboard()?.uid } = useParams();
  const { pathname, search } = useLocation();
  if (uid === undefined) {
    return <EmptyNote title={text('dashboards.none')}>{text('dashboards.noneHelp')}</EmptyNote>;
  }
  const shown = uidInLanguage(uid);
  return uid === shown && pathname !== '/' ? (
    <LoadedDashboard uid={shown} />
  ) : (
    <Navigate to={dashboardPath(shown) + search} replace />
  );
}

function LoadedDashboard({ uid }: { uid: string }) {
  const [loaded, retry] = usePromise(useCallback(() => loadDashboard(uid), [uid]));
  return (
    <ViewState loaded={loaded} onRetry={retry}>
      {(scene) => <Dashboard scene={scene} />}
    </ViewState>
  );
}

function Dashboard({ scene }: { scene: DashboardScene }) {
  useDocumentTitle(scene.state.title);
  useEffect(() => {
    // HostTemplateSrv reads the variables of the scene on screen from here.
    window.__grafanaSceneContext = scene;
    return () => {
      window.__grafanaSceneContext = undefined;
    };
  }, [scene]);
  return (
    <UrlSyncContextProvider scene={scene} updateUrlOnInit={true} createBrowserHistorySteps={true}>
      <scene.Component model={scene} />
    </UrlSyncContextProvider>
  );
}

async function loadDashboard(uid: string): Promise<DashboardScene> {
  const url = `/api/dashboards/uid/${encodeURIComponent(uid)}`;
  try {
    const { dashboard }: { dashboard: unknown } = await getBackendSrv().get(url, undefined, undefined, {
      showErrorAlert: false,
    });
    return buildDashboard(uid, decodeDashboard(dashboard));
  } catch (error) {
    throw (error as { status?: number }).status === 404 ? new Error(text('dashboards.notFound', { uid })) : error;
  }
}
