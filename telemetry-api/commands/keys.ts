import { Command, InvalidArgumentError, Option } from 'commander';
import type pg from 'pg';
import {
  createKey,
  KEY_FAMILIES,
  keyState,
  listKeys,
  PERMISSIONS,
  replaceKey,
  revokeKey,
  StoredKeyError,
  type KeyFamily,
  type Permission,
  type ReplacedKey,
} from '../store/keys/keys.ts';
import { formatList, listTime } from './output/formatList.ts';
import { type Expiry, jsonOption, parseExpiry, parseList, parseText, readSecretFromEnv } from './options.ts';
import { withDatabase } from './withDatabase.ts';

interface CreateOptions {
  readonly name: string;
  readonly family: KeyFamily;
  readonly permissions: readonly Permission[];
  readonly sites?: readonly string[];
  readonly expires?: Expiry;
  readonly secretFromEnv?: string;
  readonly replace?: true;
}

export function keysCommand(): Command {
  return new Command('keys')
    .description('create, list and revoke API keys')
    .addCommand(createCommand())
    .addCommand(listCommand())
    .addCommand(revokeCommand());
}

function createCommand(): Command {
  return new Command('create')
    .description('create a key and print it on stdout; it cannot be shown again, because only its hash is stored')
    .option('--name <name>', 'what the key is used for', parseText, 'unnamed')
    .addOption(
      new Option('--family <family>', 'kind of client; determines the prefix of the key')
        .choices(Object.keys(KEY_FAMILIES))
        .default('integration')
    )
    .addOption(
      new Option('--permissions <list>', `comma-separated list of: ${PERMISSIONS.join(', ')}`)
        .argParser(parsePermissions)
        .default(PERMISSIONS, 'all')
    )
    .option(
      '--sites <codes>',
      'comma-separated codes of the sites the key has access to (default: all, including sites added later)',
      parseList
    )
    .option(
      '--expires <when>',
      'expiry: a date-time such as 2027-01-01T00:00:00Z, or a duration from the creation such as 90d or 12h',
      parseExpiry
    )
    .option(
      '--secret-from-env <variable>',
      'read the key from this environment variable; running this again changes nothing, with other values it is an error'
    )
    .option('--replace', 'then revoke all other keys with this name, and a stored key with other values')
    .addHelpText(
      'after',
      `
Examples:
  $ npm run -s api -- keys create --name grafana
  $ npm run -s api -- keys create --name "wall screen" --family dashboard --permissions lecturas:leer --sites norte --expires 90d`
    )
    .action((options: CreateOptions) =>
      withDatabase(async ({ pool, location }) => {
        const { secretFromEnv: variable } = options;
        const { id, secret, replacedName, revoked } = await storeKey(pool, options, Date.now());
        if (replacedName !== undefined) {
          process.stderr.write(
            `Revoked the key named ${replacedName} that had the value of ${variable}, and its exports.\n`
          );
        }
        if (revoked > 0) {
          process.stderr.write(`Revoked ${revoked} other ${revoked === 1 ? 'key' : 'keys'} named ${options.name}.\n`);
        }
        if (variable === undefined) {
          process.stdout.write(`${secret}\n`);
          process.stderr.write(`Created key ${id} in ${location}. It cannot be shown again.\n`);
        } else {
          process.stderr.write(`Key ${id} in ${location} has the value of ${variable}.\n`);
        }
      })
    );
}

async function storeKey(pool: pg.Pool, options: CreateOptions, nowMs: number): Promise<ReplacedKey> {
  const { expires, secretFromEnv } = options;
  const lifetimeMs = expires !== undefined && 'afterMs' in expires ? expires.afterMs : undefined;
  const atMs = expires !== undefined && 'atMs' in expires ? expires.atMs : null;
  const key = {
    name: options.name,
    family: options.family,
    permissions: options.permissions,
    siteCodes: options.sites ?? null,
    expiresMs: lifetimeMs === undefined ? atMs : nowMs + lifetimeMs,
    lifetimeMs,
    secret: secretFromEnv === undefined ? undefined : readSecretFromEnv(secretFromEnv),
  };
  try {
    return options.replace
      ? await replaceKey(pool, key, nowMs)
      : { ...(await createKey(pool, key, nowMs)), replacedName: undefined, revoked: 0 };
  } catch (error) {
    throw error instanceof StoredKeyError ? new Error(`The key in ${secretFromEnv} ${error.problem}`) : error;
  }
}

const LIST_COLUMNS = [
  'id',
  'name',
  'state',
  'prefix',
  'sites',
  'created',
  'expires',
  'lastUsed',
  'permissions',
] as const;

function listCommand(): Command {
  return new Command('list')
    .description('list all keys without their secrets')
    .addOption(jsonOption())
    .action(({ json = false }: { readonly json?: boolean }) =>
      withDatabase(async ({ pool }) => {
        const nowMs = Date.now();
        const keys = (await listKeys(pool)).map((key) => ({
          ...{ id: key.id, name: key.name, state: keyState(key, nowMs), prefix: KEY_FAMILIES[key.family] },
          ...{ sites: key.siteCodes ?? 'all', permissions: key.permissions },
          ...{ created: listTime(key.createdMs), expires: listTime(key.expiresMs), lastUsed: listTime(key.lastUsedMs) },
        }));
        process.stdout.write(formatList(LIST_COLUMNS, keys, json));
      })
    );
}

function revokeCommand(): Command {
  return new Command('revoke')
    .description('revoke a key permanently; a running server rejects it within seconds')
    .argument('<id>', 'key ID as shown by keys list')
    .action((id: string) =>
      withDatabase(async ({ pool, location }) => {
        if (!/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(id) || !(await revokeKey(pool, id, Date.now()))) {
          throw new Error(`Unknown key ID ${id}. See: keys list`);
        }
        process.stderr.write(`Revoked key ${id} in ${location}.\n`);
      })
    );
}

function parsePermissions(text: string): readonly Permission[] {
  return parseList(text).map((name) => {
    const known = PERMISSIONS.find((permission) => permission === name);
    if (known === undefined) {
      throw new InvalidArgumentError(`Unknown permission ${name}. Must be one of: ${PERMISSIONS.join(', ')}.`);
    }
    return known;
  });
}
