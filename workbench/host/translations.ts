import { initPluginTranslations } from '@grafana/i18n';
import { loadResources as loadScenesResources } from '@grafana/scenes';
import i18next from 'i18next';
import type { WorkbenchBoot } from '../page/boot.ts';
import type { Language } from '../page/preferences.ts';

/**
 * Initializes the i18next instance that the page, the @grafana packages and the plugin share. The packages look up their
 * texts in the namespaces `grafana` and `grafana-scenes`; the English texts are defaults in their code.
 */
export async function initTranslations(language: Language) {
  await i18next.init({
    lng: language,
    fallbackLng: 'en-US',
    resources: {},
    partialBundledLanguages: true,
    ns: ['grafana', 'grafana-scenes'],
    defaultNS: 'grafana',
    fallbackNS: 'grafana-scenes',
    returnEmptyString: false,
  });
  // Grafana names every button of a legend "All series selected". A blank name lets the browser take its text instead.
  i18next.addResource(language, 'grafana', 'grafana-ui.viz-legend.all-series-selected', ' ');
  if (language !== 'en-US') {
    i18next.addResourceBundle(language, 'grafana-scenes', await loadScenesResources(language), true, false);
  }
  await initPluginTranslations('grafana');
}

/** Adds `locales/<language>/<plugin id>.json` of the built plugin. The English texts are defaults in its code. */
export async function addPluginTranslations({ id, languages }: WorkbenchBoot['plugin']) {
  const { language } = i18next;
  if (language === 'en-US' || !languages.includes(language)) {
    return;
  }
  const response = await fetch(`/public/plugins/${id}/locales/${language}/${id}.json`);
  if (!response.ok) {
    throw new Error(
      `plugin.json names the language ${language}, but the plugin has no locales/${language}/${id}.json.`
    );
  }
  i18next.addResourceBundle(language, id, await response.json(), true, false);
}
