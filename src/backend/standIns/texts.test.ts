import i18next from 'i18next';
import english from '../../locales/en-US/telemetria-industrial-datasource.json';
import { t } from './texts';

type Node = { readonly [key: string]: Node | string };

function leaves(node: Node, prefix = ''): Array<readonly [string, string]> {
  return Object.entries(node).flatMap(([key, value]) =>
    typeof value === 'string' ? [[`${prefix}${key}`, value] as const] : leaves(value, `${prefix}${key}.`)
  );
}

const TEXTS = leaves(english);

beforeAll(() =>
  i18next.init({
    lng: 'en-US',
    resources: { 'en-US': { translation: english } },
    interpolation: { escapeValue: false },
  })
);

it.each([0, 1, 2, 1234, 1234567.8915, -98765.5])('writes every text as i18next does, with %s', (count) => {
  for (const [key, text] of TEXTS) {
    const base = key.replace(/_(one|other)$/, '');
    const names = [...text.matchAll(/\{\{\s*(\w+)/g)].map(([, name]) => name!);
    const values = Object.fromEntries(
      names.map((name) => [name, name === 'count' || text.includes(`${name}, number`) ? count : `<${name}>`])
    );
    expect([key, t(base, text, values)]).toEqual([key, i18next.t(base, { defaultValue: text, ...values })]);
  }
});
