/** True if Grafana replaces part of the text by the value of a variable: `$name`, `${name}` or `[[name]]`. */
export function containsVariable(text: string): boolean {
  return /\$\w|\$\{\w+[^}]*\}|\[\[\w+[^\]]*\]\]/.test(text);
}

/** The references to variables in a text, as they are written. */
export function variablesIn(text: string): string[] {
  return text.match(/\$\w+|\$\{\w+[^}]*\}|\[\[\w+[^\]]*\]\]/g) ?? [];
}

/** The IANA name of a dashboard's time zone, which Grafana may give as `utc`, `browser` or an empty text. */
export function dashboardZone(timezone: string, browserZone: string): string {
  return timezone === 'utc' ? 'UTC' : timezone === '' || timezone === 'browser' ? browserZone : timezone;
}
