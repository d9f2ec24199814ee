import { config } from '@grafana/runtime';
import { createRoot } from 'react-dom/client';
import React from 'react';
import { App } from '../frame/App.tsx';
import { installServices } from '../host/installServices.ts';
import { initTranslations } from '../host/translations.ts';
import type { Language } from './preferences.ts';

/** Installs the services and the translations, then renders the page. */
export async function start() {
  installServices();
  await initTranslations(config.bootData.user.language as Language);
  const root = document.getElementById('root');
  if (root) {
    createRoot(root).render(<App />);
  }
}
