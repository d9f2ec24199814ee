import { Command, InvalidArgumentError, Option } from 'commander';
import {
  createKey,
  KEY_FAMILIES,
  listKeys,
  PERMISSIONS,
  revokeKey,
  type ApiKey,
  type KeyFamily,
  type Permission,
} from '../store/keys.ts';
import { parseExpiry, parseList } from './options.ts';
import { withDatabase } from './withDatabase.ts';

interface CreateOptions {
  readonly name: string;
  readonly family: KeyFamily;
  readonly permissions: readonly Permission[];
  readonly sites?: readonly string[];
  readonly expires?: number;
  readonly secretFromEnv?: string;
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
    .description('create a key and print it on stdout, this once: only its hash is stored')
    .option('--name <name>', 'what it is for, for people', 'unnamed')
    .addOption(
      new Option('--family <family>', 'what kind of user it is for; decides its prefix')
        .choices(Object.keys(KEY_FAMILIES))
        .default('integration')
    )
    .option('--permissions <list>', `comma-separated, of: ${PERMISSIONS.join(', ')}`, parsePermissions, PERMISSIONS)
    .option(
      '--sites <codes>',
      'comma-separated codes of the sites it may see (default: all, later ones included)',
      parseList
    )
    .option(
      '--expires <when>',
      'a date-time such as 2027-01-01T00:00:00Z, or a time from now such as 90d or 12h',
      parseExpiry
    )
    .option(
      '--secret-from-env <variable>',
      'take the key from this environment variable; the same one again changes nothing'
    )
    .addHelpText(
      'after',
      `
Examples:
  $ npm run -s api -- keys create --name grafana
  $ npm run -s api -- keys create --name "wall screen" --family dashboard --permissions lecturas:leer --sites norte --expires 90d`
    )
    .action((options: CreateOptions) =>
      withDatabase(async ({ pool }) => {
        const { id, secret } = await createKey(
          pool,
          {
            name: options.name,
            family: options.family,
            permissions: options.permissions,
            siteCodes: options.sites ?? null,
            expiresMs: options.expires ?? null,
            secret: options.secretFromEnv === undefined ? undefined : readSecret(options.secretFromEnv),
          },
          Date.now()
        );
        if (options.secretFromEnv === undefined) {
          process.stdout.write(`${secret}\n`);
          process.stderr.write(`Key ${id} was created. It is shown this once.\n`);
        } else {
          process.stderr.write(`Key ${id} is the one of ${options.secretFromEnv}.\n`);
        }
      })
    );
}

function listCommand(): Command {
  return new Command('list').description('list all keys, without their secrets').action(() =>
    withDatabase(async ({ pool }) => {
      const nowMs = Date.now();
      const lines = (await listKeys(pool)).map((key) =>
        [
          key.id,
          `${KEY_FAMILIES[key.family]}…`,
          describeState(key, nowMs),
          `sites ${key.siteCodes?.join(',') ?? 'all'}`,
          key.permissions.join(','),
          `last used ${formatTime(key.lastUsedMs)}`,
          key.name,
        ].join('\t')
      );
      process.stdout.write(lines.map((line) => `${line}\n`).join(''));
    })
  );
}

function revokeCommand(): Command {
  return new Command('revoke')
    .description('end a key for good; a running server refuses it within seconds')
    .argument('<id>', 'as shown by keys list')
    .action((id: string) =>
      withDatabase(async ({ pool }) => {
        if (!/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(id) || !(await revokeKey(pool, id, Date.now()))) {
          throw new Error(`There is no key with the id ${id}. See: keys list`);
        }
        process.stderr.write(`Key ${id} is revoked.\n`);
      })
    );
}

function describeState(key: ApiKey, nowMs: number): string {
  if (key.revokedMs !== null) {
    return `revoked ${formatTime(key.revokedMs)}`;
  }
  if (key.expiresMs === null) {
    return 'no expiry';
  }
  return `${key.expiresMs <= nowMs ? 'expired' : 'until'} ${formatTime(key.expiresMs)}`;
}

function formatTime(epochMs: number | null): string {
  return epochMs === null ? 'never' : new Date(epochMs).toISOString();
}

function parsePermissions(text: string): readonly Permission[] {
  return parseList(text).map((name) => {
    const known = PERMISSIONS.find((permission) => permission === name);
    if (known === undefined) {
      throw new InvalidArgumentError(`${name} is none of: ${PERMISSIONS.join(', ')}.`);
    }
    return known;
  });
}

function readSecret(variable: string): string {
  const secret = process.env[variable];
  if (!secret) {
    throw new Error(`The environment variable ${variable} is not set.`);
  }
  return secret;
}
