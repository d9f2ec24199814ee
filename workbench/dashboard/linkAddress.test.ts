import { linkAddress } from './linkAddress.ts';

const link = { title: 'Detail', url: '/d/detail', keepTime: false, includeVars: false, opensTab: false, tooltip: '' };
const search = '?from=now-1h&to=now&var-tag=a&var-tag=b&viewPanel=3';

test.each([
  [link, '/d/detail'],
  [{ ...link, keepTime: true }, '/d/detail?from=now-1h&to=now'],
  [{ ...link, includeVars: true }, '/d/detail?var-tag=a&var-tag=b'],
  [{ ...link, url: '/d/detail?x=1', keepTime: true }, '/d/detail?x=1&from=now-1h&to=now'],
])('%j leads to %s', (model, address) => {
  expect(linkAddress(model, search)).toBe(address);
});
