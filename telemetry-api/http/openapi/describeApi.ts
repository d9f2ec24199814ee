import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger';
import { problemOf } from '../problems/problemSchema.ts';
import { PROBLEM_CODES, statusOf, titleOf, type ProblemCode } from '../problems/problem.ts';
import { asDescribedApi, JSON_TYPE, operationsOf, PROBLEM_TYPE, type DescribedResponse } from './describedApi.ts';
import { type Scope, SCOPES } from '../scopes/scopes.ts';
import { problemsOfRoute } from './routeProblems.ts';

/** Builds the OpenAPI document from the routes: the schemas that validate requests, and the errors that the routes of each scope can answer with. */
export const describeApi: FastifyDynamicSwaggerOptions = {
  openapi: {
    openapi: '3.1.0',
    info: {
      title: 'API de telemetría industrial',
      summary: 'Lecturas, alertas, dispositivos y exportaciones de las sedes de una empresa; solo de lectura.',
      description: [
        'Todas las operaciones son GET y admiten HEAD. Los parámetros desconocidos, repetidos o vacíos se rechazan.',
        'Las listas se leen por páginas: `siguiente` de una respuesta pide la siguiente página con los mismos parámetros, y es null en la última.',
        'Las horas de las respuestas son UTC con milisegundos.',
        'Cada respuesta lleva `X-Request-Id`, el que envió el cliente o uno propio.',
      ].join(' '),
      version: '1.0.0',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/', description: 'Este servidor.' }],
    tags: [
      { name: 'telemetria', description: 'Los datos de las sedes de la clave.' },
      { name: 'exportaciones', description: 'Los archivos pedidos con la clave.' },
      { name: 'servicio', description: 'El estado del servicio y su documentación.' },
    ],
    components: {
      securitySchemes: {
        clave: {
          type: 'http',
          scheme: 'bearer',
          description: 'Una clave de API: tii_live_…, tid_live_… o tio_live_….',
        },
      },
      schemas: { Problema: problemOf(PROBLEM_CODES) },
    },
  },
  transform: ({ schema, url, route }) => {
    const { config = {} } = route;
    const { permission, scope = 'open' } = config;
    const { key }: Scope = SCOPES[scope];
    if (schema?.operationId === undefined) {
      return { schema: { ...schema, hide: true }, url };
    }
    return {
      url,
      schema: {
        ...schema,
        security: key === undefined ? [] : [{ clave: [] }],
        ...(permission === undefined ? {} : { 'x-permiso': permission }),
        response: {
          ...(permission === undefined ? (schema.response ?? {}) : withHeaders(schema.response ?? {})),
          ...problemResponses(problemsOfRoute(config, schema)),
        },
      },
    };
  },
  // After validation, a parameter with a default is always set, so the schema requires it. Clients may omit it.
  transformObject: (documents) => {
    const document = 'openapiObject' in documents ? documents.openapiObject : documents.swaggerObject;
    for (const { operation } of operationsOf(asDescribedApi(document))) {
      for (const parameter of operation.parameters ?? []) {
        parameter.required = parameter.required === true && parameter.schema.default === undefined;
      }
      operation.responses.default = ANY_PROBLEM;
    }
    return document;
  },
};

/** Errors before a request reaches an operation have the same form. */
const ANY_PROBLEM: DescribedResponse = {
  description: 'Cualquier otro error.',
  content: { [PROBLEM_TYPE]: { schema: { $ref: '#/components/schemas/Problema' } } },
};

const header = (description: string) => ({ type: 'string', description });

const ANSWER_HEADERS = {
  etag: header('Etiqueta de la respuesta: con If-None-Match, la misma respuesta es 304 sin cuerpo.'),
  'ratelimit-policy': header('Los límites de la clave: q solicitudes seguidas, que se reponen en w segundos.'),
  ratelimit: header('Lo que queda: r solicitudes, y t segundos hasta que estén todas repuestas.'),
};

/** Adds the headers of authenticated responses, and the response 304. */
function withHeaders(responses: object): object {
  const described = Object.entries(responses).map(([status, schema]) => [
    status,
    { description: 'La respuesta.', headers: ANSWER_HEADERS, content: { [JSON_TYPE]: { schema } } },
  ]);
  return {
    ...Object.fromEntries(described),
    304: { description: 'La respuesta es la que ya tiene el cliente (If-None-Match).', type: 'null' },
  };
}

const PROBLEM_HEADERS: Readonly<Record<number, object>> = {
  401: { 'www-authenticate': header('Bearer, con el motivo.') },
  429: { 'retry-after': header('Segundos hasta la próxima solicitud admitida.') },
  503: { 'retry-after': header('Segundos hasta el próximo intento.') },
};

/** One response for each status; its `codigo` is one of the operation's codes with that status. */
function problemResponses(codes: readonly ProblemCode[]): object {
  const statuses = [...new Set(codes.map(statusOf))];
  return Object.fromEntries(
    statuses.map((status) => {
      const ofStatus = codes.filter((code) => statusOf(code) === status);
      return [
        status,
        {
          description: `${ofStatus.map(titleOf).join('; ')}.`,
          ...(PROBLEM_HEADERS[status] === undefined ? {} : { headers: PROBLEM_HEADERS[status] }),
          content: { [PROBLEM_TYPE]: { schema: problemOf(ofStatus) } },
        },
      ];
    })
  );
}
