export const pluginNotBuilt = (folder: string) =>
  errorPage(
    `The plugin is not built in ${folder}. Build it and reload this page:`,
    `El complemento no está compilado en ${folder}. Compílelo y recargue esta página:`,
    'npm run build'
  );

export const pageNotBuilt = (folder: string) =>
  errorPage(
    `The workbench page is not built in ${folder}. Build it and reload this page:`,
    `La página del banco de pruebas no está compilada en ${folder}. Compílela y recargue esta página:`,
    'npm run build --workspace workbench'
  );

export const unreadable = ({ message }: Error) =>
  errorPage(
    'The built plugin or the provisioning files cannot be read:',
    'No se pueden leer el complemento compilado o los archivos de aprovisionamiento:',
    message
  );

/** The page in both languages that replaces the workbench, with a command or an error message. */
function errorPage(english: string, spanish: string, code: string): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Workbench</title>
<style>
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
  body { max-width: 42rem; margin: 12vh auto; padding: 0 1.5rem; overflow-wrap: anywhere }
</style>
<h1>Workbench</h1>
<p>${escape(english)}</p>
<p lang="es">${escape(spanish)}</p>
<p><code>${escape(code)}</code></p>
</html>
`;
}

function escape(text: string): string {
  return text.replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`);
}
