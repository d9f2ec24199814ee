import type { DataSourceRecord } from '../dataSources/dataSourceRecord.ts';

const ACTION = /\{\{([^}]*)\}\}/g;

/**
 * Fills `{{ .JsonData.url }}`, `{{ .SecureJsonData.apiKey }}` and `{{ .URL }}` in a template of plugin.json. Other Go
 * template actions are an error. As in Grafana, a secret that is not set becomes the empty string.
 * @throws Error that names the missing member, never a value
 */
export function fillTemplate(template: string, record: DataSourceRecord): string {
  return template.replace(ACTION, (_match, inside: string) => {
    const [, root, name] = /^\s*\.(\w+)(?:\.(\w+))?\s*$/.exec(inside) ?? [];
    if (root === 'URL' && name === undefined) {
      return record.url;
    }
    if (root === 'SecureJsonData' && name !== undefined) {
      return record.secureJsonData[name] ?? '';
    }
    if (root === 'JsonData' && name !== undefined) {
      return plainText(record.jsonData[name], name);
    }
    throw new Error(`The template {{${inside}}} of plugin.json is not supported by the workbench.`);
  });
}

function plainText(value: unknown, name: string): string {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
    return String(value);
  }
  throw new Error(`The data source has no jsonData.${name}, which a route of plugin.json needs.`);
}
