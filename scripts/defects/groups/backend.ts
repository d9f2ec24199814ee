import type { Defect } from '../defect.ts';

/** In pkg. */
export const BACKEND: readonly Defect[] = [
  {
    id: 'unwanted-request-goes-on',
    file: 'pkg/telemetry/flight.go',
    find: 'if sent.inHand--; sent.inHand > 0 {',
    replace: 'if sent.inHand--; sent.inHand >= 0 {',
    effect: 'Requests that nobody waits for any more keep the API busy.',
  },
  {
    id: 'reserved-slot-is-given-away',
    file: 'pkg/telemetry/slots.go',
    find: 'waiter.caller.inFlight > 0 && s.free <= reserved',
    replace: 'waiter.caller.inFlight > 0 && s.free < reserved',
    effect: 'One browser with many requests takes a slot that is for those that have none.',
  },
  {
    id: 'age-in-minutes',
    file: 'pkg/telemetry/page.go',
    find: 'now.Sub(p.sentAt).Seconds()',
    replace: 'now.Sub(p.sentAt).Minutes()',
    effect: 'A panel says that values of a minute ago are of a second ago.',
  },
  {
    id: 'encoded-slash-in-a-path',
    file: 'pkg/telemetry/operations.go',
    find: '!strings.ContainsAny(decoded, ',
    replace: '!strings.ContainsAny(encoded, ',
    effect: 'With the key of the data source, any path of the API can be requested.',
  },
  {
    id: 'page-outlives-its-time',
    file: 'pkg/telemetry/cache.go',
    find: 'return now.After(e.until)',
    replace: 'return now.After(e.until.Add(time.Minute))',
    effect: 'Panels get readings from memory a minute too long.',
  },
  {
    id: 'wrong-key-ends-the-session',
    file: 'pkg/plugin/resources.go',
    find: 'page.Status == http.StatusUnauthorized',
    replace: 'page.Status == http.StatusForbidden',
    effect: 'A revoked key of the API signs users out of Grafana.',
  },
  {
    id: 'intervals-share-a-plan',
    file: 'pkg/plugin/querydata.go',
    find: 'query.MaxDataPoints, query.Interval.Milliseconds(),\n\t\t}',
    replace: 'query.MaxDataPoints, 0,\n\t\t}',
    effect: 'Of two queries of a request with different intervals, the second one has that of the first.',
  },
  {
    id: 'visitors-take-the-lane-of-people',
    file: 'pkg/plugin/lane.go',
    find: 'user == nil || user.Login == ""',
    replace: 'user == nil',
    effect: 'A shared dashboard that many look at makes those who are signed in wait.',
  },
  {
    id: 'row-at-the-end-of-the-window',
    file: 'pkg/rowloops/rowloops.go',
    find: 'time >= toEpochMs',
    replace: 'time > toEpochMs',
    effect: 'A row at the end of a window counts in it and in the next one.',
  },
  {
    id: 'runtime-is-never-given-back',
    file: 'pkg/engine/lane.go',
    find: 'defer func() { l.free[index] <- struct{}{} }()',
    replace: 'defer func() { _ = l.free[index] }()',
    effect: 'After two large queries, all further ones wait for ever.',
  },
];
