import {
  PROBLEM_TYPE,
  type DescribedOperation,
  type DescribedParameter,
  type DescribedResponse,
} from './describedApi.ts';
import { describeSchema, fieldsOf } from './describeSchema.ts';
import { inlineCode, escapeHtml, prose, table } from './html.ts';

/** One operation: its parameters, responses and errors. */
export function renderOperation(path: string, operation: DescribedOperation): string {
  const { operationId, summary, description = '', parameters = [] } = operation;
  const responses = Object.entries(operation.responses);
  const answers = responses.filter(([, { content }]) => content?.[PROBLEM_TYPE] === undefined);
  const problems = responses.filter(
    ([status, { content }]) => status !== 'default' && content?.[PROBLEM_TYPE] !== undefined
  );
  return [
    `<section aria-labelledby="${operationId}">`,
    `<h2 id="${operationId}"><code>GET ${escapeHtml(path)}</code></h2>`,
    `<p><strong>${prose(summary)}.</strong> ${prose(description)}</p>`,
    `<p>${describeAccess(operation)}</p>`,
    parameters.length === 0
      ? '<p>No lleva parámetros.</p>'
      : table('Parámetros', ['Nombre', 'En', 'Valor', 'Por defecto', ''], parameters.map(parameterRow)),
    ...answers.map(([status, response]) => renderAnswer(status, response)),
    problems.length === 0 ? '' : table('Errores', ['Estado', 'Código', ''], problems.map(problemRow)),
    '</section>',
  ].join('\n');
}

function describeAccess({ security, 'x-permiso': permission }: DescribedOperation): string {
  if (security.length === 0) {
    return 'No pide clave.';
  }
  return permission === undefined
    ? 'Pide una clave de operador.'
    : `Pide una clave con el permiso ${inlineCode(permission)}.`;
}

function parameterRow({ name, in: place, required = false, description = '', schema }: DescribedParameter) {
  const byDefault = schema.default === undefined ? '' : inlineCode(String(schema.default));
  return [
    inlineCode(name),
    place === 'path' ? 'ruta' : 'consulta',
    prose(describeSchema(schema)),
    required ? 'obligatorio' : byDefault || 'opcional',
    prose(description),
  ];
}

function renderAnswer(status: string, { description, headers = {}, content = {} }: DescribedResponse): string {
  const kinds = Object.keys(content);
  const title = `Respuesta ${status}`;
  const headRows = Object.entries(headers).map(([name, header]) => [
    inlineCode(name),
    'cabecera',
    prose(header.description ?? ''),
  ]);
  const fields = fieldsOf(content['application/json']?.schema ?? {}).map(({ path, schema, isRequired }) => [
    inlineCode(path),
    prose(describeSchema(schema) + (isRequired ? '' : ', no siempre está')),
    prose(schema.description ?? ''),
  ]);
  const rows = [...fields, ...headRows];
  const kind = kinds.length === 0 ? 'Sin cuerpo.' : kinds.map(inlineCode).join(', ');
  return `<h3>${title}</h3><p>${prose(description)} ${kind}</p>${rows.length === 0 ? '' : table(title, ['Campo', 'Valor', ''], rows)}`;
}

function problemRow([status, { content, description }]: readonly [string, DescribedResponse]) {
  const codes = content?.[PROBLEM_TYPE]?.schema.properties?.codigo?.enum ?? [];
  return [status, codes.map(inlineCode).join(' '), prose(description)];
}
