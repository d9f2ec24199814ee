import { expect, test } from '@jest/globals';
import ts from 'typescript';
import { usedMembers } from './usedMembers.ts';

const PACKAGE = `
  declare global {
    namespace JSX {
      interface Element {}
      interface IntrinsicElements {}
    }
  }
  export declare function Picker(props: PickerProps): JSX.Element;
  /** @deprecated use NewPicker */
  export declare function OldPicker(props: PickerProps): null;
  export interface PickerProps {
    value: string;
    /** @deprecated
     *  has no effect */
    width?: number;
  }
  export declare const config: {
    theme: string;
    /** @deprecated */
    apps: string[];
  };
  /** @deprecated use the form with two arguments */
  export declare function format(text: string): string;
  export declare function format(text: string, zone: string): string;
  export declare class Source {
    /** @deprecated use load */
    loadAll?(): void;
    load(): void;
  }
`;

/** The members that the text uses of a package that it imports as `grafana`. */
function usedBy(text: string) {
  const files = new Map([
    ['/src/plugin.tsx', text],
    ['/modules/grafana.d.ts', PACKAGE],
  ]);
  const options: ts.CompilerOptions = {
    paths: { grafana: ['/modules/grafana.d.ts'] },
    jsx: ts.JsxEmit.Preserve,
    noLib: true,
    types: [],
  };
  const host: ts.CompilerHost = {
    fileExists: (file) => files.has(file),
    readFile: (file) => files.get(file),
    getSourceFile: (file, target) => {
      const content = files.get(file);
      return content === undefined ? undefined : ts.createSourceFile(file, content, target);
    },
    getDefaultLibFileName: () => '',
    getCurrentDirectory: () => '/',
    getCanonicalFileName: (file) => file,
    useCaseSensitiveFileNames: () => true,
    getNewLine: () => '\n',
    writeFile: () => undefined,
  };
  const program = ts.createProgram(['/src/plugin.tsx'], options, host);
  return usedMembers(program, ['/src/plugin.tsx'], '/src', (file) => file.startsWith('/modules/'));
}

test('a deprecated export is named with its advice and every line that uses it', () => {
  expect(usedBy(`import { OldPicker } from 'grafana';\nOldPicker({ value: '' });`).deprecated).toEqual([
    { name: 'OldPicker', advice: 'use NewPicker', uses: ['plugin.tsx:1', 'plugin.tsx:2'] },
  ]);
});

test.each([
  ['a property that is read', `import { config } from 'grafana'; config.apps;`, 'apps'],
  ['a property that is taken out of an object', `import { config } from 'grafana'; const { apps } = config;`, 'apps'],
  [
    'a property of an object that a package receives',
    `import type { PickerProps } from 'grafana'; const props: PickerProps = { value: '', width: 1 };`,
    'width',
  ],
  ['a property of a component', `import { Picker } from 'grafana'; <Picker value="" width={1} />;`, 'width'],
  [
    'a member that a class overrides',
    `import { Source } from 'grafana'; class Own extends Source { override loadAll() {} }`,
    'loadAll',
  ],
  ['the form of a function that is called', `import { format } from 'grafana'; format('');`, 'format'],
])('%s is found', (_, text, name) => {
  expect(usedBy(text).deprecated.map((member) => member.name)).toEqual([name]);
});

test('what is not deprecated is left out, also beside something that is', () => {
  const text = `
    import { config, format, Picker, Source, type PickerProps } from 'grafana';
    config.theme;
    format('', 'UTC');
    class Own extends Source { override load() {} }
    const props: PickerProps = { value: '' };
    <Picker value="" />;
  `;
  expect(usedBy(text)).toEqual({ count: 8, deprecated: [] });
});

test('what the files themselves deprecate is left out', () => {
  expect(usedBy(`/** @deprecated */ function own() {}\nown();`)).toEqual({ count: 0, deprecated: [] });
});
