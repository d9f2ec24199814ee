import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import Type from 'typebox';
import { chooseCoding, type ContentCoding } from '../http/body/contentCoding.ts';
import { keepResult } from '../http/keepResult.ts';
import { NoParameters } from '../schemas/parameters.ts';
import type { App } from '../http/appType.ts';

const require = createRequire(import.meta.url);

/** The document changes only with a release of the service. */
const CACHE_CONTROL = 'public, max-age=300';

/** Relative addresses work below any path of a proxy. */
const PAGE = `<!doctype html>
<html lang="es">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>API de telemetría industrial</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="docs/swagger-ui.css">
</head>
<body>
<main id="api"></main>
<script src="docs/swagger-ui-bundle.js"></script>
<script src="docs/start.js"></script>
</body>
</html>
`;

/** Nothing is loaded from elsewhere, and no script or style is inline. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** `validatorUrl: null`: otherwise the page sends the address of the document to a server of Swagger's. */
const START = `SwaggerUIBundle({
  url: 'openapi.json',
  domNode: document.getElementById('api'),
  deepLinking: true,
  defaultModelRendering: 'model',
  showCommonExtensions: true,
  showExtensions: true,
  validatorUrl: null,
});
`;

/**
 * The OpenAPI document. It needs no key, so it is serialized and compressed once: many clients must not cost processor time, for which
 * those with a key would wait.
 */
export function apiDocumentRoute(app: App, isCompressing: boolean): void {
  const document = keepResult(async () => Buffer.from(JSON.stringify(app.swagger())));
  const bodies = new Map<string, () => Promise<SentDocument>>();
  const bodyIn = (coding: ContentCoding | undefined) => {
    const name = coding?.name ?? 'identity';
    const body = bodies.get(name) ?? keepResult(async () => encode(await document(), coding));
    bodies.set(name, body);
    return body();
  };
  app.get(
    '/openapi.json',
    {
      schema: {
        operationId: 'documento',
        tags: ['servicio'],
        summary: 'Este documento',
        description: 'OpenAPI 3.1, hecho de los mismos esquemas que validan las solicitudes.',
        querystring: NoParameters,
        response: {
          200: Type.Unknown({ description: 'El documento.' }),
          304: Type.Null({ description: 'El documento es el que ya tiene el cliente (If-None-Match).' }),
        },
      },
    },
    async (request, reply) => {
      const coding = isCompressing ? chooseCoding(request.headers['accept-encoding']?.toString()) : undefined;
      const { body, etag } = await bodyIn(coding);
      void reply.header('cache-control', CACHE_CONTROL).header('etag', etag).type('application/json; charset=utf-8');
      if (coding !== undefined) {
        void reply.header('content-encoding', coding.name);
      }
      return reply.send(body);
    }
  );
}

interface SentDocument {
  readonly body: Buffer;
  readonly etag: string;
}

/** A strong ETag stands for the bytes that are sent, so each content coding has its own. */
async function encode(document: Buffer, coding: ContentCoding | undefined): Promise<SentDocument> {
  const body = coding === undefined ? document : await coding.encode(document);
  return { body, etag: `"${createHash('sha1').update(body).digest('base64url')}"` };
}

/**
 * Swagger UI, to read the document and to try requests.
 * @param read reads a file of the page
 */
export function documentPageRoutes(app: App, read: (file: string) => Promise<Buffer> = readFile): void {
  app.get(
    '/docs',
    {
      schema: {
        operationId: 'documentacion',
        tags: ['servicio'],
        summary: 'Este documento, para personas',
        description: 'Una página que no carga nada de otros servidores.',
        produces: ['text/html'],
        querystring: NoParameters,
        response: { 200: Type.String({ description: 'La página.' }) },
      },
    },
    async (_request, reply) =>
      reply
        .header('cache-control', CACHE_CONTROL)
        .header('content-security-policy', CONTENT_SECURITY_POLICY)
        .type('text/html; charset=utf-8')
        .send(PAGE)
  );

  pageFile(app, 'swagger-ui.css', 'text/css', () => read(require.resolve('swagger-ui-dist/swagger-ui.css')));
  pageFile(app, 'swagger-ui-bundle.js', 'text/javascript', () =>
    read(require.resolve('swagger-ui-dist/swagger-ui-bundle.js'))
  );
  pageFile(app, 'start.js', 'text/javascript', async () => START);
}

/** Read once and not compressed: no key is needed, so many slow clients must not cost memory or processor time. */
function pageFile(app: App, name: string, type: string, read: () => Promise<Buffer | string>): void {
  const content = keepResult(read);
  app.get(`/docs/${name}`, async (_request, reply) =>
    reply
      .header('cache-control', CACHE_CONTROL)
      .type(`${type}; charset=utf-8`)
      .send(await content())
  );
}
