import { css } from '@emotion/css';
import type { GrafanaTheme2 } from '@grafana/data';
import { config, locationService } from '@grafana/runtime';
import { Badge, Combobox, IconButton, RadioButtonGroup, Stack, Text, useStyles2, useTheme2 } from '@grafana/ui';
import i18next from 'i18next';
import { Link } from 'react-router-dom';
import React from 'react';
import { workbenchBoot } from '../page/boot.ts';
import { storeLanguage, type Language } from '../page/preferences.ts';
import { currentScenario, startScenario } from '../page/scenario.ts';
import { SCENARIOS } from '../scenarios.ts';
import { text } from '../page/text.ts';

const LANGUAGE_OPTIONS: Array<{ value: Language; label: string; description: string }> = [
  { value: 'en-US', label: 'EN', description: 'English' },
  { value: 'es-ES', label: 'ES', description: 'Español' },
];

export const TOP_BAR_HEIGHT = '48px';

/** The name of the plugin and the controls for the whole page: scenario, language, theme, full screen. */
export function TopBar({ onToggleTheme }: { onToggleTheme: () => void }) {
  const styles = useStyles2(getStyles);
  const theme = useTheme2();
  const { plugin } = workbenchBoot();
  const logo = Object.values(config.datasources)[0]?.meta.info.logos.small;
  return (
    <header className={styles.bar}>
      <Link to="/">
        <Stack alignItems="center">
          <img src={logo || '/favicon.svg'} alt="" width={24} height={24} />
          <Text weight="medium">{plugin.name}</Text>
        </Stack>
      </Link>
      <div className={styles.wide}>
        <Badge text={text('frame.workbench')} color="darkgrey" />
      </div>
      <div className={styles.tools}>
        <div className={styles.wide}>
          <Combobox
            aria-label={text('frame.scenario')}
            width="auto"
            minWidth={14}
            options={(['normal', ...SCENARIOS] as const).map((value) => ({ value, label: text(`scenario.${value}`) }))}
            value={currentScenario() ?? 'normal'}
            onChange={({ value }) => startScenario(value)}
          />
        </div>
        <RadioButtonGroup
          size="sm"
          aria-label={text('frame.language')}
          options={LANGUAGE_OPTIONS}
          value={i18next.language as Language}
          onChange={changeLanguage}
        />
        <IconButton
          name="adjust-circle"
          size="lg"
          tooltip={text(theme.isDark ? 'frame.light' : 'frame.dark')}
          onClick={onToggleTheme}
        />
        <IconButton
          name="monitor"
          size="lg"
          tooltip={text('frame.kiosk')}
          onClick={() => locationService.partial({ kiosk: true })}
        />
      </div>
    </header>
  );
}

/** Reloads the page, as Grafana does, because the plugin's translations are loaded before its module. */
function changeLanguage(language: Language) {
  storeLanguage(language);
  const params = locationService.getSearch();
  params.delete('lang');
  window.location.search = params.toString();
  if (params.toString() === locationService.getSearch().toString()) {
    window.location.reload();
  }
}

const getStyles = (theme: GrafanaTheme2) => ({
  bar: css({
    position: 'sticky',
    top: 0,
    zIndex: theme.zIndex.navbarFixed,
    display: 'flex',
    alignItems: 'center',
    gap: theme.spacing(1.5),
    height: TOP_BAR_HEIGHT,
    padding: theme.spacing(0, 2),
    background: theme.colors.background.primary,
    borderBottom: `1px solid ${theme.colors.border.weak}`,
  }),
  // A narrow page has no room for them.
  wide: css({ [theme.breakpoints.down('md')]: { display: 'none' } }),
  tools: css({ display: 'flex', alignItems: 'center', gap: theme.spacing(1), marginLeft: 'auto' }),
});
