/** The page in both languages that replaces the workbench if something is not built or cannot be read. */
export function errorPage(
  failure: { what: 'plugin' | 'page'; folder: string } | { what: 'broken'; message: string }
): string {
  const { english, spanish, command } = messages(failure);
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Workbench</title>
<style>
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
  main { max-width: 42rem; margin: 12vh auto; padding: 0 1.5rem }
  code { font: 1rem ui-monospace, monospace; background: #8883; padding: .2em .5em; border-radius: 4px; overflow-wrap: anywhere }
</style>
<main>
  <h1>Workbench</h1>
  <p>${english}</p>
  <p lang="es">${spanish}</p>
  ${command ? `<p><code>${command}</code></p>` : ''}
</main>
</html>
`;
}

function messages(failure: Parameters<typeof errorPage>[0]) {
  if (failure.what === 'broken') {
    const message = `<code>${escape(failure.message)}</code>`;
    return {
      english: `The built plugin or the provisioning files cannot be read: ${message}`,
      spanish: 'No se pueden leer el complemento compilado o los archivos de aprovisionamiento.',
      command: '',
    };
  }
  const folder = `<code>${escape(failure.folder)}</code>`;
  return failure.what === 'plugin'
    ? {
        english: `The plugin is not built in ${folder}. Build it and reload this page:`,
        spanish: `El complemento no está compilado en ${folder}. Compílelo y recargue esta página:`,
        command: 'npm run build',
      }
    : {
        english: `The workbench page is not built in ${folder}. Build it and reload this page:`,
        spanish: `La página del banco de pruebas no está compilada en ${folder}. Compílela y recargue esta página:`,
        command: 'npm run build --workspace workbench',
      };
}

function escape(text: string): string {
  return text.replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`);
}
