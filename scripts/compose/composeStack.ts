import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseEnv } from 'node:util';
import type { ChildProcesses } from '../processes/childProcesses.ts';
import { repositoryRoot } from '../repositoryRoot.ts';

/** Of the images that the repository builds. */
const OWN_IMAGE = /^telemetria-industrial\/[\w-]+$/;
/** Images of a test do not replace those of a stack that somebody uses. */
const TAG = 'test';
/** From the start of the first container, on a slow computer. */
const HEALTHY_WITHIN_S = 600;
/** What stops a command waits for twenty seconds until it kills it. */
const REMOVED_WITHIN_S = 5;
const LOG_LINES = 60;

/** How a container ended, whose programs were asked to. */
export interface EndedContainer {
  readonly service: string;
  readonly exitCode: number;
}

/** Whether there is an engine that answers, and Compose. */
export function hasCompose(): boolean {
  return [
    ['info', '--format', '{{.ServerVersion}}'],
    ['compose', 'version'],
  ].every((args) => spawnSync('docker', args).status === 0);
}

/** The stack of docker-compose.yaml as a project of its own, with images, volumes and variables of its own. */
export class ComposeStack {
  private readonly env: NodeJS.ProcessEnv;
  private readonly images: Readonly<Record<string, { readonly image: string }>>;
  private readonly files: readonly string[];

  /**
   * @param project its name
   * @param folder for files that exist as long as the stack
   * @param variables of docker-compose.yaml; a .env file has no effect
   * @param envFile of further variables and compose files
   */
  constructor(
    readonly project: string,
    folder: string,
    variables: Readonly<Record<string, string>>,
    envFile?: string
  ) {
    const more = envFile === undefined ? {} : parseEnv(readFileSync(path.join(repositoryRoot, envFile), 'utf8'));
    // As if they were in the environment; files are named by options, which it does not override.
    const { COMPOSE_FILE: files = 'docker-compose.yaml', ...others } = more;
    this.env = { ...process.env, ...others, ...variables };
    const variablesFile = path.join(folder, 'empty.env');
    writeFileSync(variablesFile, '');
    this.files = [...files.split(':').flatMap((file) => ['--file', file]), '--env-file', variablesFile];
    this.images = Object.fromEntries(
      Object.entries(this.services()).flatMap(([name, { image }]) =>
        OWN_IMAGE.test(image) ? [[name, { image: `${image}:${TAG}` }]] : []
      )
    );
    const images = path.join(folder, 'images.json');
    writeFileSync(images, JSON.stringify({ services: this.images }));
    this.files = [...this.files, '--file', images];
  }

  /** Builds the images, starts all services and waits until they are healthy. @throws Error if one is not */
  async up(children: ChildProcesses): Promise<void> {
    try {
      await this.run(children, 'up', '--build', '--wait', '--wait-timeout', String(HEALTHY_WITHIN_S));
    } catch (error) {
      // Not if it was interrupted, after which no program starts.
      await this.run(children, 'logs', '--no-color', '--tail', String(LOG_LINES)).catch(() => undefined);
      throw error;
    }
  }

  /** Runs a program in the container of a service. @returns what it prints */
  execute(children: ChildProcesses, service: string, ...command: readonly string[]): Promise<string> {
    return children.run({
      name: `command in ${service}`,
      command: this.command('exec', '-T', service, ...command),
      env: this.env,
    });
  }

  /** Ends a service without asking it. */
  kill(children: ChildProcesses, service: string): Promise<void> {
    return this.run(children, 'kill', service);
  }

  /** Asks all services to end, and waits. @returns how they did */
  async stop(children: ChildProcesses): Promise<EndedContainer[]> {
    await this.run(children, 'stop');
    const list = await children.run({
      name: 'list of containers',
      command: this.command('ps', '--all', '--format', 'json'),
      env: this.env,
    });
    return list
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { readonly Service: string; readonly ExitCode: number })
      .map(({ Service: service, ExitCode: exitCode }) => ({ service, exitCode }));
  }

  /** Removes everything that `up` made, also if it failed. */
  async remove(children: ChildProcesses): Promise<void> {
    await this.run(children, 'down', '--volumes', '--remove-orphans', '--timeout', String(REMOVED_WITHIN_S));
    const images = [...new Set(Object.values(this.images).map(({ image }) => image))];
    // After a failed build, there are not all of them.
    await children.start({ name: 'removal of images', command: ['docker', 'image', 'rm', ...images] }).exited;
  }

  private async run(children: ChildProcesses, ...args: [string, ...string[]]): Promise<void> {
    const { code } = await children.start({
      name: args[0],
      command: this.command(...args),
      env: this.env,
      output: 'inherited',
    }).exited;
    if (code !== 0) {
      throw new Error(`docker compose ${args[0]} ended with code ${code}.`);
    }
  }

  /** As Compose understands the files. */
  private services(): Readonly<Record<string, { readonly image: string }>> {
    const [program, ...args] = this.command('config', '--format', 'json');
    const text = execFileSync(program, args, { cwd: repositoryRoot, env: this.env, encoding: 'utf8' });
    return (JSON.parse(text) as { readonly services: Readonly<Record<string, { readonly image: string }>> }).services;
  }

  private command(...args: readonly string[]): readonly [string, ...string[]] {
    return ['docker', 'compose', '--project-name', this.project, '--progress', 'plain', ...this.files, ...args];
  }
}
