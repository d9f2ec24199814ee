import Type from 'typebox';
import { asDescribedApi } from '../http/openapi/describedApi.ts';
import { renderApi, STYLE_HASH } from '../http/openapi/renderApi.ts';
import { NoParameters } from '../schemas/exports.ts';
import type { App } from '../services.ts';

/** The document changes only with a release of the service. */
const CACHE_CONTROL = 'public, max-age=300';

/** The OpenAPI document, and an HTML page rendered from it. */
export function apiDocumentRoutes(app: App): void {
  app.get(
    '/openapi.json',
    {
      schema: {
        operationId: 'documento',
        tags: ['servicio'],
        summary: 'Este documento',
        description: 'OpenAPI 3.1, hecho de los mismos esquemas que validan las solicitudes.',
        querystring: NoParameters,
        response: { 200: Type.Unknown({ description: 'El documento.' }) },
      },
    },
    async (_request, reply) => reply.header('cache-control', CACHE_CONTROL).send(app.swagger())
  );

  let page: string | undefined;
  app.get(
    '/docs',
    {
      config: { anyFormat: true },
      schema: {
        operationId: 'documentacion',
        tags: ['servicio'],
        summary: 'Este documento, para personas',
        description: 'Una página que no carga nada más.',
        produces: ['text/html'],
        querystring: NoParameters,
        response: { 200: Type.String({ description: 'La página.' }) },
      },
    },
    async (_request, reply) => {
      page ??= renderApi(asDescribedApi(app.swagger()));
      return reply
        .header('cache-control', CACHE_CONTROL)
        .header(
          'content-security-policy',
          `default-src 'none'; style-src '${STYLE_HASH}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`
        )
        .type('text/html; charset=utf-8')
        .send(page);
    }
  );
}
