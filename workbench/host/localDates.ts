import { localTimeFormat, setLocale, systemDateFormats } from '@grafana/data';
import type { Language } from '../page/preferences.ts';

/** Sets the date formats of a language other than English, as an administrator does in Grafana's configuration. */
export async function setLocalDates(language: Language) {
  if (language === 'en-US') {
    return;
  }
  await import('moment/dist/locale/es');
  setLocale(language);
  const day = { month: '2-digit', day: '2-digit' } as const;
  const minute = { hour: '2-digit', minute: '2-digit' } as const;
  const second = { ...minute, second: '2-digit' } as const;
  const format = (parts: Intl.DateTimeFormatOptions) => localTimeFormat({ ...parts, hour12: false }, language);
  systemDateFormats.update({
    fullDate: format({ year: 'numeric', ...day, ...second }),
    interval: {
      millisecond: `${format(second)}.SSS`,
      second: format(second),
      minute: format(minute),
      hour: format({ ...day, ...minute }),
      day: format(day),
      month: format({ year: 'numeric', month: '2-digit' }),
      year: 'YYYY',
    },
    useBrowserLocale: false,
  });
  systemDateFormats.fullDateMS = `${systemDateFormats.fullDate}.SSS`;
}
