import { readFileSync } from 'node:fs';
import path from 'node:path';
import { API_VERSION } from '../../src/core/api/operations.ts';
import { LIMIT_NAMES } from '../../src/core/inventory/tagProfile.ts';
import { SECRETS, type SettingName, SETTINGS } from '../../src/query/dataSourceSettings.ts';
import { MAX_TAG_ROWS } from '../../src/query/tagSettings.ts';
import { repositoryRoot } from '../repositoryRoot.ts';

/* The settings of the data source for people and programs that write provisioning files. */

interface SettingText {
  readonly label: string;
  readonly description?: string;
}

const LOCALE = 'src/locales/en-US/telemetria-industrial-datasource.json';
const { settings } = JSON.parse(readFileSync(path.join(repositoryRoot, LOCALE), 'utf8')) as {
  readonly settings: object;
};
const TEXTS = settings as Readonly<Record<string, SettingText>>;
const { tagTypes: TAG_TYPE_TEXTS } = settings as { readonly tagTypes: Readonly<Record<string, SettingText>> };

const ROLES = ['state', 'setPoint', 'counter'] as const;

/** A line for each setting in Markdown: key, default and bounds, label and meaning. */
export function settingsList(): string {
  const names = Object.keys(SETTINGS) as SettingName[];
  return [
    ...names.flatMap((name) => {
      const setting = SETTINGS[name];
      switch (setting.type) {
        case 'number': {
          const unit = 'unit' in setting ? ` ${setting.unit}` : '';
          const [otherwise, min, max] = [setting.default, setting.min, setting.max].map(formatNumber);
          return line(name, `${otherwise}; ${min} to ${max}${unit}`, TEXTS[name]!);
        }
        case 'zone':
          return line(name, `\`${setting.default}\``, TEXTS[name]!);
        case 'tagTypes':
          return ROLES.map((role) =>
            line(`${name}.${role}`, `\`${setting.default[role].join('`, `')}\``, TAG_TYPE_TEXTS[role]!)
          );
        case 'tags':
          return line(name, 'no rows', TEXTS[name]!);
        case 'boolean':
          return line(name, '`false`', TEXTS[name]!);
        case 'text':
          return line(name, 'empty', TEXTS[name]!);
      }
    }),
    `- In \`secureJsonData\`: ${SECRETS.map((name) => `\`${name}\` (**${TEXTS[name]!.label}**)`).join(', ')}`,
  ].join('\n');
}

/** The first sentence of the help: the settings page has the rest. */
function line(name: string, values: string, { label, description = '' }: SettingText): string {
  const [sentence = ''] = description.split(/(?<=\.) /);
  return `- \`${name}\` (${values}), **${label}**: ${sentence}`;
}

function formatNumber(value: number): string {
  return value.toLocaleString('en-US');
}

/** The JSON Schema of a data source in a provisioning file, as far as the plugin defines it. */
export function settingsSchema(): object {
  const properties = Object.entries(SETTINGS).map(([name, setting]) => [
    name,
    setting.type === 'tagTypes'
      ? { type: 'object', properties: Object.fromEntries(ROLES.map((role) => [role, wordsSchema(role)])) }
      : { title: TEXTS[name]!.label, description: TEXTS[name]!.description, ...valueSchema(setting) },
  ]);
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Settings of the data source',
    type: 'object',
    properties: {
      url: { type: 'string', description: `The address of the API, without /${API_VERSION}.` },
      jsonData: { type: 'object', properties: Object.fromEntries(properties) },
      secureJsonData: {
        type: 'object',
        properties: Object.fromEntries(SECRETS.map((name) => [name, { type: 'string', title: TEXTS[name]!.label }])),
      },
    },
  };
}

type ValueSetting = Exclude<(typeof SETTINGS)[SettingName], { readonly type: 'tagTypes' }>;

function valueSchema(setting: ValueSetting): object {
  switch (setting.type) {
    case 'number':
      return { type: 'number', default: setting.default, minimum: setting.min, maximum: setting.max };
    case 'zone':
      return { type: 'string', default: setting.default };
    case 'tags':
      return { type: 'array', default: [], maxItems: MAX_TAG_ROWS, items: TAG_ROW_SCHEMA };
    case 'boolean':
      return { type: 'boolean', default: false };
    case 'text':
      return { type: 'string', default: '' };
  }
}

const PATTERN_TEXT = 'The text itself, a pattern with *, or a regular expression between slashes';

const TAG_ROW_SCHEMA = {
  type: 'object',
  required: ['tag'],
  properties: {
    deviceType: { type: 'string', default: '', description: `Device type. ${PATTERN_TEXT}; empty: every type.` },
    tag: { type: 'string', minLength: 1, description: `Tag key. ${PATTERN_TEXT}.` },
    states: {
      type: 'array',
      default: [],
      description:
        'The names of values. A tag without them has those in its own name, such as “State (0 stopped, 1 running)”.',
      items: {
        type: 'object',
        required: ['value', 'name'],
        properties: {
          value: { type: 'integer' },
          name: { type: 'string', minLength: 1 },
          color: {
            type: 'string',
            description: 'As Grafana writes it, such as green or #73bf69; absent: one is chosen.',
          },
        },
      },
    },
    limits: {
      type: 'object',
      default: {},
      description: 'Each limit is higher than those before it.',
      properties: Object.fromEntries(LIMIT_NAMES.map((name) => [name, { type: 'number' }])),
    },
    meter: {
      type: 'object',
      description: 'What the readings of meters do not show.',
      properties: {
        rolloverAt: {
          type: 'number',
          exclusiveMinimum: 0,
          description: 'The first value that the register does not have, such as 10000 with four digits.',
        },
        maxPerHour: { type: 'number', exclusiveMinimum: 0, description: 'The most that is counted in an hour.' },
        replaced: {
          type: 'array',
          items: {
            type: 'object',
            required: ['at', 'last', 'first'],
            properties: {
              device: { type: 'string', description: 'The code of a device; absent: all that match.' },
              at: { type: 'string', description: 'When, with the offset: 2026-09-14T09:30:00+02:00.' },
              last: { type: 'number', description: 'What the old meter showed in the end.' },
              first: { type: 'number', description: 'What the new meter showed in the beginning.' },
            },
          },
        },
      },
    },
  },
};

function wordsSchema(role: (typeof ROLES)[number]): object {
  const { label: title, description } = TAG_TYPE_TEXTS[role]!;
  return { type: 'array', items: { type: 'string' }, default: SETTINGS.tagTypes.default[role], title, description };
}
