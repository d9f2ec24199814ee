/** An object in a JSON or YAML document with unvalidated members. */
export type UnknownObject = Record<string, unknown>;

export function isObject(value: unknown): value is UnknownObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Validates one member at a time. An error names the member: `file.yaml: datasources[0].uid must be a string`.
 * A null member counts as missing, as in YAML.
 */
export class MemberReader {
  private readonly source: UnknownObject;
  private readonly where: string;

  constructor(source: unknown, where: string) {
    if (!isObject(source)) {
      throw new Error(`${where} must be an object.`);
    }
    this.source = source;
    this.where = where;
  }

  string(name: string): string | undefined {
    return this.read(name, 'a string', (value) => typeof value === 'string') as string | undefined;
  }

  requiredString(name: string): string {
    const text = this.string(name);
    if (!text) {
      throw new Error(`${this.where}.${name} must be a string that is not empty.`);
    }
    return text;
  }

  boolean(name: string): boolean | undefined {
    return this.read(name, 'true or false', (value) => typeof value === 'boolean') as boolean | undefined;
  }

  object(name: string): UnknownObject | undefined {
    return this.read(name, 'an object', isObject) as UnknownObject | undefined;
  }

  array(name: string): unknown[] {
    return (this.read(name, 'a list', Array.isArray) as unknown[] | undefined) ?? [];
  }

  /** An object with only string members. The error names the member but not its value, which can be a secret. */
  strings(name: string): Record<string, string> {
    const strings: Record<string, string> = {};
    for (const [key, value] of Object.entries(this.object(name) ?? {})) {
      if (typeof value !== 'string') {
        throw new Error(`${this.where}.${name}.${key} must be a string.`);
      }
      strings[key] = value;
    }
    return strings;
  }

  private read(name: string, kind: string, isKind: (value: unknown) => boolean): unknown {
    const value = this.source[name];
    if (value === undefined || value === null) {
      return undefined;
    }
    if (!isKind(value)) {
      throw new Error(`${this.where}.${name} must be ${kind}.`);
    }
    return value;
  }
}
