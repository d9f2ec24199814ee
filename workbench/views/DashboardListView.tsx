import { css } from '@emotion/css';
import type { GrafanaTheme2 } from '@grafana/data';
import { Card, FilterInput, TagList, Text, useStyles2 } from '@grafana/ui';
import React, { useState } from 'react';
import { Navigate } from 'react-router-dom';
import { dashboardPath } from '../dashboard/dashboardPath.ts';
import { EmptyNote } from '../parts/EmptyNote.tsx';
import { workbenchBoot, type DashboardSummary } from '../page/boot.ts';
import { text } from '../page/text.ts';
import { ViewPage } from '../parts/ViewPage.tsx';

/** With fewer dashboards than this, the list has no search field. */
const MIN_DASHBOARDS_FOR_SEARCH = 6;

/** The provisioned dashboards, grouped by folder. */
export function DashboardListView() {
  const styles = useStyles2(getStyles);
  const [search, setSearch] = useState('');
  const { dashboards } = workbenchBoot();
  const found = dashboards.filter(({ title }) => title.toLowerCase().includes(search.toLowerCase()));
  const folders = [...new Set(found.map(({ folder }) => folder))];
  return (
    <ViewPage
      title={text('nav.dashboards')}
      actions={
        dashboards.length >= MIN_DASHBOARDS_FOR_SEARCH && (
          <FilterInput value={search} onChange={setSearch} placeholder={text('dashboards.search')} />
        )
      }
    >
      {dashboards.length === 0 && <EmptyNote title={text('dashboards.none')}>{text('dashboards.noneHelp')}</EmptyNote>}
      {folders.map((folder) => (
        <section key={folder}>
          <Text element="h2" variant="h5" color="secondary">
            {folder || text('dashboards.general')}
          </Text>
          <div className={styles.grid}>
            {found.filter((dashboard) => dashboard.folder === folder).map(dashboardCard)}
          </div>
        </section>
      ))}
    </ViewPage>
  );
}

/** The start page: the dashboard if there is only one, otherwise the list. */
export function StartView() {
  const [only, ...others] = workbenchBoot().dashboards;
  return only && others.length === 0 ? <Navigate to={dashboardPath(only)} replace /> : <DashboardListView />;
}

function dashboardCard(dashboard: DashboardSummary) {
  return (
    <Card key={dashboard.uid} href={dashboardPath(dashboard)} noMargin>
      <Card.Heading>{dashboard.title}</Card.Heading>
      <Card.Tags>
        <TagList tags={dashboard.tags} />
      </Card.Tags>
    </Card>
  );
}

const getStyles = (theme: GrafanaTheme2) => ({
  grid: css({
    display: 'grid',
    gap: theme.spacing(1),
    gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 360px), 1fr))',
    marginTop: theme.spacing(1),
  }),
});
