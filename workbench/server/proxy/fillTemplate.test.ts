import { makeRecord } from '../dataSources/makeRecord.testing.ts';
import { fillTemplate } from './fillTemplate.ts';

const record = makeRecord({
  url: 'http://base',
  jsonData: { url: 'http://api', port: 8310, nested: {} },
  secureJsonData: { apiKey: 'tid_live_$&' },
});

test.each([
  ['{{ .JsonData.url }}/v1', 'http://api/v1'],
  ['{{.JsonData.url}}:{{.JsonData.port}}', 'http://api:8310'],
  ['Bearer {{ .SecureJsonData.apiKey }}', 'Bearer tid_live_$&'],
  ['Bearer {{ .SecureJsonData.other }}', 'Bearer '],
  ['{{ .URL }}/x', 'http://base/x'],
  ['no template', 'no template'],
])('fills %s to %s', (template, filled) => {
  expect(fillTemplate(template, record)).toBe(filled);
});

test.each(['{{ .JsonData.none }}', '{{ .JsonData.nested }}'])('%s is an error that names the member', (template) => {
  expect(() => fillTemplate(template, record)).toThrow(/has no jsonData\.(none|nested)/);
});

test('an unsupported template action is an error', () => {
  expect(() => fillTemplate('{{ if .JsonData.url }}x{{ end }}', record)).toThrow(/is not supported by the workbench/);
});
