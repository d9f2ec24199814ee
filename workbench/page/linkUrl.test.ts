import { linkUrl } from './linkUrl.ts';

const LINK = { url: '/d/detail', keepTime: false, includeVars: false };
const SEARCH = '?from=now-1h&to=now&var-tag=a&var-tag=b&var-device=$__all&viewPanel=3';

test.each([
  [LINK, '/d/detail'],
  [{ ...LINK, keepTime: true }, '/d/detail?from=now-1h&to=now'],
  [{ ...LINK, includeVars: true }, '/d/detail?var-tag=a&var-tag=b'],
  [{ ...LINK, url: '/d/detail?x=1', keepTime: true }, '/d/detail?x=1&from=now-1h&to=now'],
])('the URL of the link %j is %s', (model, url) => {
  expect(linkUrl(model, SEARCH)).toBe(url);
});
