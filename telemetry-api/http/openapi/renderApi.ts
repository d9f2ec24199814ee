import { createHash } from 'node:crypto';
import { operationsOf, type DescribedApi } from './describedApi.ts';
import { describeSchema, fieldsOf } from './describeSchema.ts';
import { inlineCode, escapeHtml, prose, table } from './html.ts';
import { renderOperation } from './renderOperation.ts';

const STYLE = `
:root { color-scheme: light dark; --ink: #1c2128; --soft: #57606a; --paper: #fff; --line: #d0d7de; --mark: #f3f5f8; --link: #0b57d0; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6e8eb; --soft: #a3abb5; --paper: #14171c; --line: #3a414b; --mark: #1f242b; --link: #8ab4f8; }
}
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 72rem; padding: 1.5rem; font: 1rem/1.55 system-ui, sans-serif; color: var(--ink); background: var(--paper); }
a { color: var(--link); }
a:focus-visible, .wide:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
.skip { position: absolute; left: -99rem; }
.skip:focus { left: 1rem; }
h2 { margin-top: 3rem; padding-top: 1rem; border-top: 1px solid var(--line); overflow-wrap: anywhere; }
code { font: 0.92em ui-monospace, monospace; background: var(--mark); padding: 0.1em 0.3em; border-radius: 3px; }
nav ul { list-style: none; padding: 0; columns: 18rem; }
.wide { overflow-x: auto; margin: 1rem 0; }
table { border-collapse: collapse; width: 100%; }
caption { text-align: left; font-weight: 600; padding-bottom: 0.4rem; }
th, td { text-align: left; vertical-align: top; padding: 0.4rem 0.8rem 0.4rem 0; border-bottom: 1px solid var(--line); }
thead th { color: var(--soft); font-weight: 500; }
tbody th { font-weight: 500; white-space: nowrap; }
`;

/** The source expression that allows this style in a Content-Security-Policy. */
export const STYLE_HASH = `sha256-${createHash('sha256').update(STYLE).digest('base64')}`;

/** Renders the document as an HTML page: no external resources, no scripts, light or dark as the system setting. */
export function renderApi(api: DescribedApi): string {
  const { title, summary = '', description = '' } = api.info;
  const operations = operationsOf(api);
  const links = operations.map(
    ({ path, operation }) => `<li><a href="#${operation.operationId}">GET ${escapeHtml(path)}</a></li>`
  );
  const problemFields = fieldsOf(api.components.schemas.Problema).map(({ path, schema, isRequired }) => [
    inlineCode(path),
    prose(path === 'codigo' ? 'texto' : describeSchema(schema)),
    prose((schema.description ?? '') + (isRequired ? '' : ' No siempre está.')),
  ]);
  return `<!doctype html>
<html lang="es">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<a class="skip" href="#contenido">Al contenido</a>
<header>
<h1>${escapeHtml(title)}</h1>
<p>${prose(summary)}</p>
<p>${prose(description)}</p>
<p>El mismo documento, para programas: <a href="openapi.json">openapi.json</a>.</p>
</header>
<nav aria-label="Operaciones"><ul>
${links.join('\n')}
<li><a href="#errores">Errores</a></li>
</ul></nav>
<main id="contenido">
${operations.map(({ path, operation }) => renderOperation(path, operation)).join('\n')}
<section aria-labelledby="errores">
<h2 id="errores">Errores</h2>
<p>Todo error es <code>application/problem+json</code>, según RFC 9457, con los códigos que cada operación enumera.</p>
${table('Campos de un error', ['Campo', 'Valor', ''], problemFields)}
</section>
</main>
</body>
</html>
`;
}
