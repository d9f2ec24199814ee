import { linkAddress } from './linkAddress.ts';

const LINK = { title: 'Detail', url: '/d/detail', keepTime: false, includeVars: false, opensTab: false, tooltip: '' };
const SEARCH = '?from=now-1h&to=now&var-tag=a&var-tag=b&viewPanel=3';

test.each([
  [LINK, '/d/detail'],
  [{ ...LINK, keepTime: true }, '/d/detail?from=now-1h&to=now'],
  [{ ...LINK, includeVars: true }, '/d/detail?var-tag=a&var-tag=b'],
  [{ ...LINK, url: '/d/detail?x=1', keepTime: true }, '/d/detail?x=1&from=now-1h&to=now'],
])('%j leads to %s', (model, address) => {
  expect(linkAddress(model, SEARCH)).toBe(address);
});
