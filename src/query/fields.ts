/*
 * The fields of saved queries, as JSON Schema. From one description come the type, the default, what normalization accepts, where
 * variables are replaced, the schema that is published and the lists of docs/guide/fields.md.
 */

/** A field of a saved query: a property in JSON Schema, and `variables`. */
export interface Field {
  /** For the schema and the docs. Builds for production leave it out: nothing reads it there. */
  readonly description?: string;
  readonly default: boolean | number | string | readonly string[] | Readonly<Record<string, string>>;
  readonly type?: 'array' | 'boolean' | 'integer' | 'object' | 'string';
  readonly enum?: readonly string[];
  /** In place of `enum`: one of its words, or a variable that has one. */
  readonly anyOf?: readonly [{ readonly enum: readonly string[] }, { readonly pattern: string }];
  readonly items?: { readonly type?: 'string'; readonly enum?: readonly string[] };
  readonly minimum?: number;
  /** Of an object, its own fields. */
  readonly properties?: Fields;
  /**
   * How variables in the field are replaced; absent: not at all. A variable with several values gives several texts of a list
   * (`each`), the first one (`first`), or all of them with commas in a template (`joined`).
   */
  readonly variables?: 'each' | 'first' | 'joined';
}

export type Fields = Readonly<Record<string, Field>>;

/** The values of fields. */
export type FieldValues<F extends Fields> = { readonly [Name in keyof F]: FieldValue<F[Name]> };

type FieldValue<F extends Field> = F extends { readonly properties: infer Own extends Fields }
  ? FieldValues<Own>
  : F extends { readonly enum: ReadonlyArray<infer Word> }
    ? Word
    : F extends { readonly anyOf: readonly [{ readonly enum: ReadonlyArray<infer Word> }, unknown] }
      ? Word | VariableReference
      : F extends { readonly items: { readonly enum: ReadonlyArray<infer Word> } }
        ? Word[]
        : F extends { readonly type: 'array' }
          ? string[]
          : F extends { readonly type: 'boolean' }
            ? boolean
            : F extends { readonly type: 'integer' }
              ? number
              : string;

/** `$name` or `${name}`, and nothing else. */
export type VariableReference = `$${string}`;
const VARIABLE_PATTERN = '^\\$(\\w+|\\{\\w+[^}]*\\})$';

function described(description: string): Pick<Field, 'description'> {
  return process.env.NODE_ENV === 'production' ? {} : { description };
}

/** Texts with variables; empty by default. */
export function listField(description: string) {
  return {
    type: 'array',
    items: { type: 'string' },
    default: [],
    variables: 'each',
    ...described(description),
  } as const;
}

/** One text, trimmed, that may be a variable. */
export function textField(defaultText: string, description: string) {
  return { type: 'string', default: defaultText, variables: 'first', ...described(description) } as const;
}

/** A text to show, with placeholders and variables; empty by default. */
export function templateField(description: string) {
  return { type: 'string', default: '', variables: 'joined', ...described(description) } as const;
}

/** One of some words. */
export function choiceField<const Word extends string>(
  words: readonly Word[],
  defaultWord: NoInfer<Word>,
  description: string
) {
  return { enum: words, default: defaultWord, ...described(description) } as const;
}

/** One of some words, or a variable; whoever uses the value checks what the variable has. */
export function variableChoiceField<const Word extends string>(
  words: readonly Word[],
  defaultWord: NoInfer<Word>,
  description: string
) {
  return {
    anyOf: [{ enum: words }, { type: 'string', pattern: VARIABLE_PATTERN }],
    default: defaultWord,
    variables: 'first',
    ...described(description),
  } as const;
}

/** At least one of some words. */
export function choicesField<const Word extends string>(
  words: readonly Word[],
  defaultWords: ReadonlyArray<NoInfer<Word>>,
  description: string
) {
  return {
    type: 'array',
    items: { enum: words },
    minItems: 1,
    default: defaultWords,
    ...described(description),
  } as const;
}

/** Off by default. */
export function switchField(description: string) {
  return { type: 'boolean', default: false, ...described(description) } as const;
}

/** A whole number from 1. */
export function countField(defaultCount: number, description: string) {
  return { type: 'integer', minimum: 1, default: defaultCount, ...described(description) } as const;
}

/** An object with fields of its own. */
export function objectField<const Own extends Fields>(properties: Own, description: string) {
  return {
    type: 'object',
    properties,
    default: readFields(properties, {}) as Readonly<Record<string, string>>,
    ...described(description),
  } as const;
}

type Saved = Readonly<Record<string, unknown>>;

/**
 * The values of fields in saved JSON. Missing and unusable ones are replaced by the defaults; a single text counts as a list of one.
 * The values are the caller's: no list is shared with the defaults.
 */
export function readFields<F extends Fields>(fields: F, saved: Saved): FieldValues<F> {
  const values = Object.entries(fields).map(([name, field]) => [name, readField(field, saved[name])]);
  return Object.fromEntries(values) as FieldValues<F>;
}

function readField(field: Field, value: unknown): unknown {
  if (field.enum !== undefined) {
    return field.enum.find((word) => word === value) ?? field.default;
  }
  if (field.anyOf !== undefined) {
    const [{ enum: words }, { pattern }] = field.anyOf;
    const text = typeof value === 'string' ? value.trim() : '';
    return words.includes(text) || new RegExp(pattern).test(text) ? text : field.default;
  }
  switch (field.type) {
    case 'array':
      return readTexts(field, value);
    case 'object':
      return readFields(field.properties ?? {}, typeof value === 'object' ? { ...value } : {});
    case 'boolean':
      return typeof value === 'boolean' ? value : field.default;
    case 'integer':
      return Number.isSafeInteger(value) && Number(value) >= (field.minimum ?? -Infinity) ? value : field.default;
    default: {
      const text = typeof value === 'string' ? value : '';
      return field.variables === 'joined' ? text : text.trim() || field.default;
    }
  }
}

function readTexts({ items, default: defaults }: Field, value: unknown): string[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  const texts = list.filter((item): item is string => typeof item === 'string' && item.trim() !== '');
  const words = items?.enum;
  const usable = words === undefined ? texts : [...new Set(texts.filter((text) => words.includes(text)))];
  return usable.length > 0 ? usable : [...(defaults as readonly string[])];
}
