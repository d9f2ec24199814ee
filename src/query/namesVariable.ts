/** True where Grafana will put a variable's value in: `$name`, `${name}` or `[[name]]`. */
export function namesVariable(text: string): boolean {
  return /\$\w|\$\{\w+[^}]*\}|\[\[\w+[^\]]*\]\]/.test(text);
}
