import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseEnv } from 'node:util';
import type { CheckTools } from '../checks/run/runSteps.ts';
import { ChildProcesses } from '../processes/childProcesses.ts';
import { isInstalled } from '../processes/isInstalled.ts';
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
/** The exit code of a program that did not end when it was asked to. */
const KILLED = 137;

/** Whether there is an engine that answers, and Compose. */
export function hasCompose(): boolean {
  return isInstalled('docker', 'info') && isInstalled('docker', 'compose', 'version');
}

/** The stack of docker-compose.yaml as a project of its own, with images, volumes and variables of its own. */
export class ComposeStack {
  private readonly env: NodeJS.ProcessEnv;
  private readonly images: readonly string[];
  private readonly files: readonly string[];

  /**
   * @param project its name
   * @param folder for a file that exists as long as the stack
   * @param variables of docker-compose.yaml; a .env file has no effect
   * @param envFile of further variables and compose files
   */
  constructor(
    private readonly tools: CheckTools,
    private readonly project: string,
    folder: string,
    variables: Readonly<Record<string, string>>,
    envFile?: string
  ) {
    const more = envFile === undefined ? {} : parseEnv(readFileSync(path.join(repositoryRoot, envFile), 'utf8'));
    // As if they were in the environment; files are named by options, which it does not override.
    const { COMPOSE_FILE: files = 'docker-compose.yaml', ...others } = more;
    this.env = { ...process.env, ...others, ...variables };
    this.files = [...files.split(':').flatMap((file) => ['--file', file]), '--env-file', '/dev/null'];
    const own = Object.entries(this.services()).filter(([, { image }]) => OWN_IMAGE.test(image));
    const services = Object.fromEntries(own.map(([name, { image }]) => [name, { image: `${image}:${TAG}` }]));
    this.images = [...new Set(Object.values(services).map(({ image }) => image))];
    const imagesFile = path.join(folder, 'images.json');
    writeFileSync(imagesFile, JSON.stringify({ services }));
    this.files = [...this.files, '--file', imagesFile];
  }

  /** Builds the images, starts all services and waits until they are healthy. @throws Error if one is not */
  async up(): Promise<void> {
    try {
      await this.run(['up', '--build', '--wait', '--wait-timeout', String(HEALTHY_WITHIN_S)]);
    } catch (error) {
      // Not if it was interrupted, after which no program starts.
      await this.run(['logs', '--no-color', '--tail', String(LOG_LINES)]).catch(() => undefined);
      throw error;
    }
  }

  /** Runs a program in the container of a service. @returns what it prints */
  execute(service: string, ...command: readonly string[]): Promise<string> {
    return this.read('exec', '-T', service, ...command);
  }

  /** Ends a service without asking it. */
  kill(service: string): Promise<void> {
    return this.run(['kill', service]);
  }

  /** Asks all services to end, and waits. @returns those that did not, and were killed */
  async stop(): Promise<string[]> {
    await this.run(['stop']);
    const lines = (await this.read('ps', '--all', '--format', 'json')).trim().split('\n');
    return lines
      .map((line) => JSON.parse(line) as { readonly Service: string; readonly ExitCode: number })
      .filter(({ ExitCode: exitCode }) => exitCode === KILLED)
      .map(({ Service: service }) => service);
  }

  /** Removes everything that `up` made, also if it failed or was interrupted. */
  async remove(): Promise<void> {
    // After an interruption, the others start no program.
    const children = new ChildProcesses();
    await this.run(['down', '--volumes', '--remove-orphans', '--timeout', String(REMOVED_WITHIN_S)], children);
    // After a failed build, there are not all of them.
    await children.start({ name: 'removal of images', command: ['docker', 'image', 'rm', ...this.images] }).exited;
  }

  private async run(args: readonly [string, ...string[]], children = this.tools.children): Promise<void> {
    const name = `docker compose ${args[0]}`;
    const output = this.tools.write;
    const child = children.start({ name, command: this.command(args), env: this.env, output });
    const { code } = await child.exited;
    if (code !== 0) {
      throw new Error(`${name} ended with code ${code}.`);
    }
  }

  private read(...args: readonly [string, ...string[]]): Promise<string> {
    const command = this.command(args);
    return this.tools.children.run({ name: `docker compose ${args.join(' ')}`, command, env: this.env });
  }

  /** As Compose understands the files. */
  private services(): Readonly<Record<string, { readonly image: string }>> {
    const [program, ...args] = this.command(['config', '--format', 'json']);
    const text = execFileSync(program, args, { cwd: repositoryRoot, env: this.env, encoding: 'utf8' });
    return (JSON.parse(text) as { readonly services: Readonly<Record<string, { readonly image: string }>> }).services;
  }

  private command(args: readonly string[]): readonly [string, ...string[]] {
    return ['docker', 'compose', '--project-name', this.project, '--progress', 'plain', ...this.files, ...args];
  }
}
