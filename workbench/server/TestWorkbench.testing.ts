import type { FastifyInstance } from 'fastify';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildWorkbench } from './buildWorkbench.ts';

export const PLANT_PLUGIN_JSON = {
  id: 'acme-plant-datasource',
  name: 'Plant',
  type: 'datasource',
  info: { version: '1.2.3', logos: { small: 'img/logo.svg', large: 'img/logo.svg' } },
  languages: ['en-US', 'es-ES'],
  routes: [
    {
      path: 'v1/values',
      method: 'GET',
      headers: [{ name: 'Authorization', content: 'Bearer {{ .SecureJsonData.apiKey }}' }],
    },
  ],
};

/** A workbench in a temporary folder, which tests fill with files. */
export class TestWorkbench {
  readonly folder = mkdtempSync(path.join(tmpdir(), 'workbench-'));
  readonly logged: string[] = [];
  private workbench: FastifyInstance | undefined;
  private readonly servers: Server[] = [];

  constructor() {
    this.write('plugin/plugin.json', JSON.stringify(PLANT_PLUGIN_JSON));
    this.write('plugin/module.js', 'define([], () => ({}))');
    this.write('page/index.html', '<html><script>window.grafanaBootData = __WORKBENCH_BOOT_DATA__</script></html>');
  }

  write(file: string, text: string) {
    const target = path.join(this.folder, file);
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(target, text);
  }

  /** Provisions one data source called `plant`. */
  provision(members: Record<string, unknown>) {
    const plant = { name: 'Plant', uid: 'plant', type: 'acme-plant-datasource', editable: true, ...members };
    this.write('provisioning/datasources/plant.yaml', JSON.stringify({ datasources: [plant] }));
  }

  /** @returns the URL of the running workbench */
  async start(env: NodeJS.ProcessEnv = {}): Promise<string> {
    const options = {
      pluginDir: path.join(this.folder, 'plugin'),
      provisioningDir: path.join(this.folder, 'provisioning'),
      home: 'overview',
      pageDir: path.join(this.folder, 'page'),
    };
    this.workbench = buildWorkbench(options, env, (line) => this.logged.push(line));
    return this.workbench.listen({ port: 0, host: '127.0.0.1' });
  }

  /** @returns the URL of a data source's server */
  async startUpstream(handle: RequestListener): Promise<string> {
    return this.listen(createServer(handle));
  }

  async listen(server: Server): Promise<string> {
    this.servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  async stop() {
    await this.workbench?.close();
    for (const server of this.servers) {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
    rmSync(this.folder, { recursive: true });
  }
}
