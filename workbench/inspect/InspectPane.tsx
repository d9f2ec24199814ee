import { css } from '@emotion/css';
import type { GrafanaTheme2, PanelData } from '@grafana/data';
import { Alert, Button, Stack, Tab, TabContent, TabsBar, useStyles2 } from '@grafana/ui';
import React from 'react';
import { text, type TextKey } from '../page/text.ts';
import { downloadCsv } from './downloadCsv.ts';
import { frameJson, MAX_SHOWN_ROWS } from './frameJson.ts';
import { frameNotices } from './frameNotices.ts';
import { JsonText } from '../parts/JsonText.tsx';
import { requestsBetween } from '../host/requests/requestLog.ts';
import { RequestTable } from './RequestTable.tsx';
import { StatList } from './StatList.tsx';

const TABS = ['frames', 'notices', 'stats', 'requests', 'query'] as const;
export type InspectTab = (typeof TABS)[number];

interface Props {
  /** Name of the downloaded file. */
  readonly title: string;
  readonly data: PanelData | undefined;
  readonly tab: InspectTab;
  readonly onTab: (tab: InspectTab) => void;
}

/** The contents of a query result: frames, notices, statistics, requests and the query. */
export function InspectPane({ title, data, tab: active, onTab }: Props) {
  const styles = useStyles2(getStyles);
  const noticeCount = data ? frameNotices(data).length : 0;
  return (
    <div>
      <TabsBar>
        {TABS.map((tab) => (
          <Tab
            key={tab}
            label={text(`inspect.${tab}` satisfies TextKey)}
            counter={tab === 'notices' && noticeCount > 0 ? noticeCount : null}
            active={tab === active}
            onChangeTab={() => onTab(tab)}
          />
        ))}
      </TabsBar>
      <TabContent className={styles.content}>
        {data ? <TabBody tab={active} data={data} title={title} /> : <p>{text('inspect.noData')}</p>}
      </TabContent>
    </div>
  );
}

function TabBody({ tab, data, title }: { tab: InspectTab; data: PanelData; title: string }) {
  switch (tab) {
    case 'frames': {
      const frames = [...data.series, ...(data.annotations ?? [])];
      return (
        <Stack direction="column" gap={1} alignItems="stretch">
          <div>
            <Button
              size="sm"
              variant="secondary"
              icon="file-download"
              disabled={data.series.length === 0}
              onClick={() => downloadCsv(title, data.series, data.request?.timezone)}
            >
              {text('inspect.csv')}
            </Button>
          </div>
          {frames.some((frame) => frame.length > MAX_SHOWN_ROWS) && (
            <div>{text('inspect.cut', { rows: MAX_SHOWN_ROWS })}</div>
          )}
          <JsonText label={text('inspect.frames')} value={frames.map(frameJson)} />
        </Stack>
      );
    }
    case 'notices':
      return <NoticeList data={data} />;
    case 'stats':
      return <StatList data={data} />;
    case 'requests': {
      const startedAtEpochMs = data.request?.startTime ?? 0;
      return <RequestTable requests={requestsBetween(startedAtEpochMs, data.request?.endTime)} />;
    }
    case 'query':
      return <JsonText label={text('inspect.query')} value={data.request?.targets ?? []} />;
  }
}

function NoticeList({ data }: { data: PanelData }) {
  const notices = frameNotices(data);
  if (notices.length === 0) {
    return <p>{text('inspect.noNotices')}</p>;
  }
  return notices.map(({ severity, text: message, refId }, index) => (
    <Alert key={index} severity={severity} title={refId ? `${refId}: ${message}` : message} />
  ));
}

const getStyles = (theme: GrafanaTheme2) => ({
  content: css({ padding: theme.spacing(2, 0), background: 'transparent' }),
});
