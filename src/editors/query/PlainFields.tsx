import { Field, InlineSwitch } from '@grafana/ui';
import React, { type ComponentProps, type ReactNode, useId } from 'react';
import type { VariableReference } from '../../query/fields';
import { distinctTexts } from '../../query/queryEdits';
import { DescribedField } from '../shared/DescribedField';
import { FieldCell } from '../shared/FieldRow';
import { MultiOptionCombobox } from '../shared/MultiOptionCombobox';
import { OptionCombobox } from '../shared/OptionCombobox';
import { variableOptions } from '../shared/pickerOptions';
import { RadioField } from '../shared/RadioField';
import { WordsCombobox } from '../shared/WordsCombobox';

/* The fields of which a label and texts say everything. */

/** What each word of a field is called, in the order of the list: a label, or a label and a description. */
export type WordTexts<Word extends string> = Readonly<Record<Word, string | readonly [string, string]>>;

interface WordOption<Word extends string> {
  readonly value: Word;
  readonly label: string;
  readonly description?: string;
}

/** The words of a field as options. */
function optionsOfWords<Word extends string>(texts: WordTexts<Word>): Array<WordOption<Word>> {
  return Object.entries<string | readonly [string, string]>(texts).map(([word, text]) => {
    const value = word as Word;
    return typeof text === 'string' ? { value, label: text } : { value, label: text[0], description: text[1] };
  });
}

/** What a word is called; the word itself if it has no text, such as a variable. */
export function wordLabel<Word extends string>(texts: WordTexts<Word>, word: string): string {
  return optionsOfWords(texts).find(({ value }) => value === word)?.label ?? word;
}

interface QueryFieldProps<Query, Name extends keyof Query> {
  readonly query: Query;
  readonly name: Name;
  readonly label: string;
  readonly size?: 'short' | 'long';
  apply(edited: Query): void;
}

interface WordFieldProps<Query, Name extends keyof Query> extends QueryFieldProps<Query, Name> {
  readonly texts: WordTexts<Exclude<Query[Name] & string, VariableReference>>;
  /** True: a list that opens, for many words or long labels. Else they are side by side. */
  readonly isList?: boolean;
  /** Of a list, the variables that it may be, too. */
  readonly variables?: readonly string[];
  /** What is said below it. */
  readonly children?: ReactNode;
}

/** A field that has one of some words. */
export function WordField<Query, Name extends keyof Query>(props: WordFieldProps<Query, Name>) {
  const { query, name, label, texts, isList = false, variables = [], size = 'short', apply, children } = props;
  const id = useId();
  const options = optionsOfWords(texts);
  const value = query[name] as Query[Name] & string;
  const onChange = (word: string) => apply({ ...query, [name]: word });
  return (
    <FieldCell size={size}>
      {isList ? (
        <Field label={label} noMargin>
          <OptionCombobox
            id={id}
            options={[...options, ...variableOptions(variables)]}
            value={value}
            onChange={onChange}
          />
        </Field>
      ) : (
        <RadioField label={label} options={options} value={value} onChange={onChange} />
      )}
      {children}
    </FieldCell>
  );
}

interface WordsFieldProps<Word extends string> {
  readonly label: string;
  readonly texts: WordTexts<Word>;
  readonly words: readonly Word[];
  onChange(words: Word[]): void;
}

/** A field that has several of some words. */
export function WordsField<Word extends string>({ label, texts, words, onChange }: WordsFieldProps<Word>) {
  const id = useId();
  return (
    <FieldCell size="long">
      <Field label={label} noMargin>
        <WordsCombobox<Word>
          id={id}
          options={optionsOfWords(texts)}
          value={[...words]}
          onChange={(selected) => onChange(selected.map(({ value }) => value))}
        />
      </Field>
    </FieldCell>
  );
}

interface ListFieldProps<Query, Name extends keyof Query>
  extends QueryFieldProps<Query, Name>, Pick<ComponentProps<typeof MultiOptionCombobox>, ListOptions> {
  readonly description?: string;
}

type ListOptions = 'placeholder' | 'options' | 'variables' | 'loading' | 'emptyText' | 'waitForOptions';

/** A field that has any number of texts, of which some are listed. */
export function ListField<Query, Name extends keyof Query>(props: ListFieldProps<Query, Name>) {
  const { query, name, label, description, size = 'long', apply, ...list } = props;
  const id = useId();
  return (
    <FieldCell size={size}>
      <DescribedField label={label} description={description}>
        <MultiOptionCombobox
          id={id}
          values={query[name] as readonly string[]}
          onChange={(selected) => apply({ ...query, [name]: distinctTexts(selected) })}
          {...list}
        />
      </DescribedField>
    </FieldCell>
  );
}

interface SwitchFieldProps<Query, Name extends keyof Query> extends QueryFieldProps<Query, Name> {
  readonly description?: string;
}

/** A field that is on or off. */
export function SwitchField<Query, Name extends keyof Query>(props: SwitchFieldProps<Query, Name>) {
  const { query, name, label, description, size = 'short', apply } = props;
  const id = useId();
  return (
    <FieldCell size={size}>
      <DescribedField label={label} description={description}>
        <InlineSwitch
          id={id}
          value={query[name] === true}
          onChange={({ currentTarget }) => apply({ ...query, [name]: currentTarget.checked })}
        />
      </DescribedField>
    </FieldCell>
  );
}
