import { expect, test } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { dashboardFiles } from '../dashboards/dashboardFiles.ts';
import { repositoryRoot } from '../repositoryRoot.ts';

/**
 * Every reference in an address that would put a value into it as it is: `TANK#1` would open `TANK`, and `A&B` would open `A`. Grafana's
 * formats for addresses are `percentencode` and `queryparam`. A column that has a whole address is `raw`: with another format, or
 * without any, Grafana encodes the `%` of an address again.
 */
function unencoded(address: string): string[] {
  const references = address.match(/\$\{[^}]*\}|\[\[[^\]]*\]\]|\$\w+/g) ?? [];
  const isWhole = references.length === 1 && references[0] === address;
  return references.filter((reference) =>
    isWhole
      ? !reference.endsWith(':raw}')
      : !/:(percentencode|queryparam)\}$/.test(reference) && !WITHOUT_VALUES.includes(reference)
  );
}

/** They are of digits, or Grafana has encoded them; `$__all` is no reference but the value for All. */
const WITHOUT_VALUES = ['${__url_time_range}', '${__from}', '${__to}', '$__all'];

/** Addresses in a text: of a link, and within text and HTML. */
function addressesIn(key: string, text: string): string[] {
  const isAddress = /^(url|href|src)$/i.test(key) || /^(https?:|\/d\/|\/explore)/.test(text);
  return isAddress
    ? [text]
    : [...text.matchAll(/\]\(([^)]*)\)|(?:href|src)="([^"]*)"/g)].map(([, a, b]) => a ?? b ?? '');
}

function allAddresses(value: unknown, key = ''): string[] {
  if (typeof value === 'string') {
    return addressesIn(key, value);
  }
  return typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, member]) => allAddresses(member, name))
    : [];
}

test.each([
  ['/d/x?var-device=${__data.fields.deviceCode}', ['${__data.fields.deviceCode}']],
  ['/d/x?var-device=${__data.fields.deviceCode:raw}', ['${__data.fields.deviceCode:raw}']],
  ['/d/x?var-tag=${tag}&var-device=$device&[[site]]', ['${tag}', '$device', '[[site]]']],
  ['/d/x?var-tag=${tag:csv}&${site:queryparam}', ['${tag:csv}']],
  ['/d/x?var-tag=${__value.raw:percentencode}&var-device=$__all&${__url_time_range}', []],
  ['${__value.raw}', ['${__value.raw}']],
  ['${__value.raw:raw}', []],
])('the values that %s does not encode are %j', (address, expected) => {
  expect(unencoded(address)).toEqual(expected);
});

test('addresses are found wherever a dashboard has them', () => {
  const found = allAddresses({
    links: [{ title: '$a', url: '$b' }],
    options: { content: '[Device](/d/x?$c) <a href="/d/x?$d">Device</a> $e' },
    properties: [
      { id: 'links', value: [{ url: '$f' }] },
      { id: 'custom', value: 'https://host/$g' },
    ],
  });
  expect(found.flatMap(unencoded)).toEqual(['$b', '$c', '$d', '$f', '$g']);
});

test.each([...dashboardFiles()])('%s encodes every value in an address', (_, dashboard) => {
  expect(allAddresses(dashboard).flatMap(unencoded)).toEqual([]);
});

test('the plugin encodes every value in the addresses of its frames', () => {
  const sources = readdirSync(path.join(repositoryRoot, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?<!\.test)\.tsx?$/.test(file))
    .map((file) => readFileSync(path.join(repositoryRoot, 'src', file), 'utf8'));
  const addresses = sources.flatMap((text) => text.match(/(?<=url: ['"`])[^\n]*\$\{__[^\n]*?(?=['"`])/g) ?? []);
  expect(addresses.length).toBeGreaterThan(0);
  // `\${` in a template is `${` in the address, and `${column}` in it is the name of a column.
  expect(
    addresses.map((one) => one.replace(/(?<!\\)\$\{\w+\}/g, 'x').replace(/\\\$/g, '$')).flatMap(unencoded)
  ).toEqual([]);
});
