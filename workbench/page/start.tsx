import { config } from '@grafana/runtime';
import { createRoot } from 'react-dom/client';
import React from 'react';
import { App } from '../frame/App.tsx';
import { installServices } from '../host/installServices.ts';
import { setLocalDates } from '../host/localDates.ts';
import { initTranslations } from '../host/translations.ts';
import type { Language } from './preferences.ts';

/** Installs the services, the translations and the date formats, then renders the page. */
export async function start() {
  installServices();
  const language = config.bootData.user.language as Language;
  await initTranslations(language);
  await setLocalDates(language);
  const root = document.getElementById('root');
  if (root) {
    createRoot(root).render(<App />);
  }
  // The server sends a message for each new build of the plugin.
  new EventSource('/api/workbench/builds').onmessage = () => window.location.reload();
}
