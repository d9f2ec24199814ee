import type { locationService } from '@grafana/runtime';
import React, { useLayoutEffect, useState, type ReactNode } from 'react';
import { Router } from 'react-router-dom';

interface Props {
  readonly history: ReturnType<typeof locationService.getHistory>;
  readonly children: ReactNode;
}

/** A router for the history of Grafana's location service, which is an older version of `history` than the router's. */
export function HistoryRouter({ history, children }: Props) {
  const [location, setLocation] = useState(history.location);
  useLayoutEffect(() => history.listen(setLocation), [history]);
  return (
    <Router location={location} navigationType={history.action as never} navigator={history as never}>
      {children}
    </Router>
  );
}
