import { readFileSync } from 'node:fs';

const REFERENCE = /\$\$|\$__env\{(\w+)\}|\$__file\{([^}]+)\}|\$\{(\w+)\}|\$([A-Za-z_]\w*)/g;

/**
 * Replaces $NAME, ${NAME}, $__env{NAME} and $__file{path} in every string of a parsed YAML value, as Grafana does in
 * provisioning files. `$$` is a dollar sign, and a variable that is not set is the empty string.
 */
export function expandEnvironment(value: unknown, env: NodeJS.ProcessEnv): unknown {
  if (typeof value === 'string') {
    return expandText(value, env);
  }
  if (Array.isArray(value)) {
    return value.map((item) => expandEnvironment(item, env));
  }
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, expandEnvironment(item, env)]));
  }
  return value;
}

function expandText(text: string, env: NodeJS.ProcessEnv): string {
  return text.replace(REFERENCE, (match, long?: string, file?: string, braced?: string, bare?: string) => {
    if (match === '$$') {
      return '$';
    }
    if (file !== undefined) {
      return readFileSync(file.trim(), 'utf8').trim();
    }
    return env[long ?? braced ?? bare ?? ''] ?? '';
  });
}
