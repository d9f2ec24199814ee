import { isIP } from 'node:net';
import Type, { type Static, type TProperties, type TObject } from 'typebox';
import { Compile } from 'typebox/compile';
import { isClearDatabaseUrl } from './databaseUrl.ts';
import { LOG_LEVELS } from '../http/logging.ts';
import { METRICS_ACCESS } from '../routes/metrics.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** The variables of every command. */
export const DatabaseVariables = Type.Object({
  TELEMETRY_DATA_DIR: Type.Optional(
    Type.String({
      description: 'folder of the embedded database and of export files; default: .telemetry in the project',
    })
  ),
  DATABASE_URL: secretUrl('postgres(ql)?|socket', 'PostgreSQL 15 or later to use instead of the embedded database'),
  DASHBOARDS_URL: Type.Optional(
    Type.String({
      pattern: '^https?://[^\\s?#]+$',
      examples: ['http://127.0.0.1:3000'],
      description: 'Grafana or the workbench, for the link that an import prints; default: that of a running npm start',
    })
  ),
});

/** The variables of `serve` and `retention run`. */
export const RetentionVariables = Type.Object({
  RETENTION_RAW_DAYS: retentionDays('readings; the service then rejects older ones'),
  RETENTION_1M_DAYS: retentionDays('1-minute buckets, deleted in whole months; at least as long as readings'),
  RETENTION_1H_DAYS: retentionDays('1-hour buckets; at least as long as 1-minute buckets'),
  RETENTION_1D_DAYS: retentionDays('1-day buckets; at least as long as 1-hour buckets'),
});

/** The variables of `serve` alone. */
export const ServerVariables = Type.Object({
  API_HOST: Type.String({ default: '127.0.0.1', description: 'address to listen on' }),
  API_PORT: integer(0, 65_535, 8310, 'port to listen on'),
  API_PUBLIC_URL: Type.Optional(
    Type.String({
      pattern: '^https?://[^\\s?#]+$',
      examples: ['https://telemetry.example.com'],
      description: 'public URL, for download links; default: taken from the request',
    })
  ),
  API_TRUST_PROXY: Type.Optional(
    Type.Refine(
      Type.String({
        allowed: 'addresses or CIDR ranges separated by commas, such as 10.0.0.7,192.168.0.0/16',
        description: 'proxies in front, whose X-Forwarded headers are used; default: none',
      }),
      // Not a number of proxies: it would not prove that a request came through them.
      (text) => text.split(',').every((range) => isAddressRange(range.trim()))
    )
  ),
  API_ONLINE_WITHIN_S: integer(1, 31_536_000, 900, 'maximum age of the newest reading of an online device'),
  API_RATE_PER_S: integer(0, 1_000_000, 100, 'sustained requests per second and key; 0 for no limit'),
  API_RATE_BURST: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 100_000_000,
      description: 'burst size per key; default: 30 times API_RATE_PER_S',
    })
  ),
  API_MAX_CONCURRENT: integer(1, 100_000, 200, 'concurrent requests; further ones get 503'),
  API_MAX_CONCURRENT_PER_KEY: share('concurrent requests of one key; default: half of API_MAX_CONCURRENT'),
  API_MAX_DOWNLOADS: integer(1, 100_000, 20, 'concurrent downloads; further ones get 503'),
  API_MAX_DOWNLOADS_PER_EXPORT: share('concurrent downloads of one file; default: a fifth of API_MAX_DOWNLOADS'),
  API_MAX_DOWNLOADS_PER_ADDRESS: share('concurrent downloads from one address; default: half of API_MAX_DOWNLOADS'),
  API_STALL_TIMEOUT_S: integer(1, 60, 10, 'time after which a client that reads nothing is disconnected'),
  API_STATEMENT_TIMEOUT_S: integer(1, 50, 10, 'timeout of a database statement; the request gets 504'),
  API_POOL_SIZE: integer(1, 500, 8, 'size of the database connection pool'),
  API_STOP_WITHIN_S: integer(1, 600, 10, 'time for running requests to finish on shutdown'),
  API_COMPRESSION: choice(['on', 'off'], 'on', 'compression of responses'),
  API_METRICS: choice(METRICS_ACCESS, 'operator', 'access to /metrics: everyone, operator keys, or nobody'),
  API_LOG_LEVEL: choice(LOG_LEVELS, 'warn', 'least severe level to log'),
  EXPORTS_MAX_MB: integer(1, 999_999_999, 10_000, 'total size of all export files'),
  DATABASE_READ_URL: secretUrl('postgres(ql)?', 'a read replica of the database'),
  DATABASE_READ_MAX_LAG_S: integer(1, 86_400, 30, 'a replica that lags further behind is not used'),
});

function integer(minimum: number, maximum: number, byDefault: number, description: string) {
  return Type.Integer({ minimum, maximum, default: byDefault, description });
}

function share(description: string) {
  return Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000, description }));
}

function isAddressRange(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/');
  const family = isIP(address);
  const hasBits = bits === undefined || (/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
  return family !== 0 && hasBits && more.length === 0;
}

function retentionDays(description: string) {
  return Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000, description: `days to keep ${description}` }));
}

function choice<const T extends string>(choices: readonly T[], byDefault: T, description: string) {
  return Type.Enum([...choices], { default: byDefault, description });
}

/** `writeOnly` keeps the value out of messages: it can contain a password. */
function secretUrl(scheme: string, description: string) {
  const allowed =
    'a URL such as postgres://user:password@host:5432/database; percent-encode what is not a letter or digit in the password, ' +
    'such as %40 for @, %2F for /, %23 for #, %3F for ?, %25 for % and %20 for a space';
  const url = Type.String({ pattern: `^(${scheme}):`, allowed, writeOnly: true, description });
  return Type.Optional(Type.Refine(url, isClearDatabaseUrl));
}

/**
 * The values of the described variables. An empty variable counts as unset.
 * @throws if a value is invalid; the message names the variable and the allowed values
 */
export function readVariables<Properties extends TProperties>(
  variables: TObject<Properties>,
  env: Environment
): Static<TObject<Properties>> {
  const values = Object.entries<Variable>(variables.properties).map(([name, variable]) => {
    const text = env[name] || undefined;
    const value = text !== undefined && variable.type === 'integer' && /^\d+$/.test(text) ? Number(text) : text;
    if (value !== undefined && !Compile(variable).Check(value)) {
      const got = variable.writeOnly === true ? '' : `, not "${text}"`;
      throw new Error(`${name} must be ${allowedValues(variable)}${got}.`);
    }
    return [name, value ?? variable.default] as const;
  });
  return Object.fromEntries(values) as Static<TObject<Properties>>;
}

/** One line for each variable, for --help. */
export function describeVariables({ properties }: TObject): string {
  return Object.entries<Variable>(properties)
    .map(([name, variable]) => {
      const details = [
        ...(variable.enum === undefined ? [] : [allowedValues(variable)]),
        ...(variable.default === undefined ? [] : [`default: ${variable.default}`]),
      ];
      const { description } = variable;
      return `  ${name.padEnd(31)}${description}${details.length === 0 ? '' : ` (${details.join('; ')})`}`;
    })
    .join('\n');
}

/** The keywords of the schemas above. */
interface Variable {
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly examples?: readonly string[];
  /** The allowed values in words. */
  readonly allowed?: string;
  readonly default?: string | number;
  readonly description?: string;
  readonly writeOnly?: boolean;
}

function allowedValues({ type, enum: choices, minimum, maximum, examples = [], allowed }: Variable): string {
  if (allowed !== undefined) {
    return allowed;
  }
  if (type === 'integer') {
    return `an integer from ${minimum} to ${maximum}`;
  }
  return choices === undefined ? `a URL such as ${examples[0]}` : `one of ${choices.join(', ')}`;
}
