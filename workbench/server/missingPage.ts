/** What stands where the page would be while something has not been built, or is broken, in both languages. */
export function missingPage(
  problem: { what: 'plugin' | 'page'; folder: string } | { what: 'broken'; message: string }
): string {
  const { english, spanish, command } = words(problem);
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

function words(problem: Parameters<typeof missingPage>[0]) {
  if (problem.what === 'broken') {
    const message = `<code>${escape(problem.message)}</code>`;
    return {
      english: `The built plugin or the provisioning files cannot be read: ${message}`,
      spanish: 'No se pueden leer el complemento compilado o los archivos de aprovisionamiento.',
      command: '',
    };
  }
  const folder = `<code>${escape(problem.folder)}</code>`;
  return problem.what === 'plugin'
    ? {
        english: `There is no built plugin in ${folder}. Build it, then reload this page:`,
        spanish: `No hay ningún complemento compilado en ${folder}. Compílelo y recargue esta página:`,
        command: 'npm run build',
      }
    : {
        english: `The workbench's own page is not built in ${folder}. Build it, then reload:`,
        spanish: `La página del banco de pruebas no está compilada en ${folder}. Compílela y recargue:`,
        command: 'npm run build --workspace workbench',
      };
}

function escape(text: string): string {
  return text.replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`);
}
