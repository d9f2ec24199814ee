import { apiUrlProblem, normalizeApiUrl } from './apiUrl';

describe('normalizeApiUrl', () => {
  it.each([
    [' http://plant:8310 ', 'http://plant:8310'],
    ['http://plant:8310/', 'http://plant:8310'],
    ['http://plant:8310/v1', 'http://plant:8310'],
    ['http://plant:8310/v1//', 'http://plant:8310'],
    ['http://plant/telemetry/V1/', 'http://plant/telemetry'],
    ['http://plant/v10', 'http://plant/v10'],
    ['http://plant/v1/lecturas', 'http://plant/v1/lecturas'],
    ['', ''],
  ])('turns %s into the base URL %s', (typed, url) => {
    expect(normalizeApiUrl(typed)).toBe(url);
  });
});

describe('apiUrlProblem', () => {
  it.each([
    ['', undefined],
    ['http://127.0.0.1:8310', undefined],
    ['HTTPS://plant.example.com/telemetry', undefined],
    ['plant.example.com', 'notHttp'],
    ['http://', 'notHttp'],
    ['http:plant', 'notHttp'],
    ['file:///etc/passwd', 'notHttp'],
    ['https://ana@plant.example.com', 'credentials'],
    ['https://plant.example.com?x=1', 'query'],
    ['https://plant.example.com#top', 'query'],
  ])('%s has the problem %s', (url, problem) => {
    expect(apiUrlProblem(url)).toBe(problem);
  });
});
