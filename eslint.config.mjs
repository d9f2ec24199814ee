import i18n from '@grafana/i18n/eslint-plugin';
import { defineConfig } from 'eslint/config';
import importX from 'eslint-plugin-import-x';
import { existsSync, readdirSync } from 'node:fs';
import baseConfig from './.config/eslint.config.mjs';

/**
 * The import rules of docs/architecture.md: `target` may not import `from`.
 * An import that looks back for a type only is allowed where the rule below says so.
 */
const forbiddenImports = [
  ...serviceImports(),
  { target: './src/core', from: './src', except: ['./core'], message: 'core imports nothing outside core.' },
  // A folder per resource of the API. The client of the API knows none of them.
  ...Object.entries({
    time: [],
    concurrency: ['time'],
    api: ['concurrency', 'time'],
    alerts: ['api', 'concurrency', 'time', 'quantiles.ts', 'serverWords.ts'],
    exports: ['api', 'concurrency', 'time', 'serverWords.ts'],
    inventory: ['api', 'concurrency', 'time', 'serverWords.ts'],
    history: ['api', 'concurrency', 'time', 'inventory', 'quantiles.ts'],
    latest: ['api', 'concurrency', 'time', 'inventory', 'history'],
    runs: ['api', 'time', 'history', 'quantiles.ts'],
  }).map(([folder, known]) => ({
    target: `./src/core/${folder}`,
    from: './src/core',
    except: [folder, ...known].map((allowed) => `./${allowed}`),
    message: `core/${folder} imports only ${known.join(', ') || 'itself'}.`,
  })),
  // The stages of history, each of which knows only those before it: plan, fetch, mosaic, signal, series, points.
  ...[
    ['plan', ['./plan']],
    ['fetch', ['./plan', './fetch']],
    ['mosaic', ['./plan', './fetch', './mosaic']],
    ['signal', ['./plan', './fetch', './mosaic', './signal']],
    ['series', ['./plan', './fetch', './mosaic', './signal', './series']],
  ].map(([stage, known]) => ({
    target: `./src/core/history/${stage}`,
    from: './src/core/history',
    except: [
      ...known,
      './levelGrid.ts',
      './undecided.ts',
      './rows.ts',
      './rowLoops.ts',
      './gaps.ts',
      './historyPage.ts',
    ],
    message: 'A stage of history imports only the stages before it.',
  })),
  {
    target: './src/grafana/frames',
    from: './src/grafana/query',
    message: 'Frames are rendered from the state of a query run; they do not know who executes it.',
  },
  {
    target: './src/query',
    from: './src',
    except: [
      './query',
      './core/time',
      './core/serverWords.ts',
      './core/inventory/meter.ts',
      './core/inventory/tagProfile.ts',
      './core/inventory/stateNames.ts',
      './core/history/signal/condition.ts',
    ],
    message:
      'query imports only core/time, and the words, profiles and conditions that saved queries and settings use.',
  },
  {
    target: './src/grafana',
    from: './src',
    except: ['./grafana', './query', './core', './locales'],
    message: 'grafana imports only core and query.',
  },
  {
    target: './src/editors',
    from: './src',
    except: ['./editors', './query', './core', './locales', './datasource.ts'],
    message: 'editors import only query and core (the datasource by type).',
  },
  {
    target: './src/kinds',
    from: './src',
    except: ['./kinds', './editors', './grafana', './query', './core', './locales'],
    message: 'kinds import editors, grafana, query and core.',
  },
  ...kinds().map((kind) => ({
    target: `./src/kinds/${kind}`,
    from: './src/kinds',
    except: [`./${kind}`, './kind.ts', './kinds.ts', './history/historyQuery.ts'],
    message: 'A kind does not know the others, but may link to a query of history.',
  })),
  {
    target: './src/kinds/**/!(*.test).ts',
    from: ['./src/editors/**/*', './src/kinds/**/*.tsx'],
    message: 'What the backend loads of a kind has no editor and no React.',
  },
  {
    target: './src/kinds/**/{*Frame*,frames/*}.ts',
    from: ['./src/grafana/query/**/*', './src/kinds/**/*Run.ts'],
    message: 'Frames are rendered from the state of a query run; they do not know who executes it.',
  },
  {
    target: './src/backend',
    from: './src',
    except: ['./backend', './kinds', './grafana', './query', './core', './locales'],
    message: 'backend imports kinds, grafana, query and core.',
  },
  ...['core', 'query', 'grafana', 'editors', 'kinds'].map((folder) => ({
    target: `./src/${folder}`,
    from: './src/backend',
    message: 'Nobody imports the backend: it is a bundle of its own.',
  })),
  { target: './src', from: './telemetry-api', message: 'Plugin and service share nothing.' },
  { target: './src', from: './workbench', message: 'Nobody imports the workbench.' },
  { target: './telemetry-api', from: './src', message: 'Plugin and service share nothing.' },
  { target: './telemetry-api', from: './workbench', message: 'Nobody imports the workbench.' },
  ...['./src', './telemetry-api', './workbench'].map((from) => ({
    target: './bench/kit',
    from,
    message: 'The kit of the benches contains nothing of what they measure.',
  })),
  ...['./src', './telemetry-api', './workbench', './scripts'].map((target) => ({
    target,
    from: './bench',
    message: 'Nobody imports the benches.',
  })),
  { target: './telemetry-api', from: './scripts', message: 'The service runs without the tools of the repository.' },
  { target: './workbench', from: './src', message: 'The workbench hosts the built plugin, never its sources.' },
  { target: './workbench', from: './telemetry-api', message: 'The workbench talks to the service over HTTP.' },
];

/** A kind is a folder with the fields of its query. */
function kinds() {
  return readdirSync('src/kinds').filter((kind) => existsSync(`src/kinds/${kind}/${kind}Query.ts`));
}

/**
 * The service: routes -> http -> store, and within each of them one folder per subject. A folder imports itself, the folders
 * listed here and the files of `common`, which import no folder.
 */
function serviceImports() {
  const common = ['durations.ts', 'errorCode.ts', 'packageFolder.ts', 'stopwatch.ts', 'writeWholeFile.ts'];
  const folders = {
    'store/embedded': [],
    'store/database': ['store/embedded'],
    'store/database/placement': ['store/database'],
    'store/keys': ['store/database'],
    'store/inventory': ['store/database'],
    'store/alerts': ['store/database', 'store/inventory'],
    'store/readings': ['store/database', 'store/inventory'],
    'store/readings/pages': ['store/database', 'store/inventory', 'store/readings'],
    'store/exports': ['store/database', 'store/inventory', 'store/readings'],
    'store/retention': ['store/database', 'store/readings'],
    'store/deletion': ['store/database', 'store/readings'],
    'store/backup': ['store/database', 'store/readings'],
    store: [],
    schemas: ['store'],
    exports: ['store'],
    retention: ['store'],
    backup: ['store', 'exports'],
    'import/values': ['store/database', 'store/readings'],
    'import/file': ['import/values'],
    'import/inventory': ['import/values', 'import/file', 'store/database', 'store/inventory'],
    'import/alerts': ['import/values', 'import/file', 'store/database', 'store/inventory', 'store/alerts'],
    'import/readings': ['import/values', 'import/file', 'import/inventory', 'store'],
    import: ['store'],
    'http/problems': ['store/database'],
    'http/parameters': ['http/problems', 'schemas'],
    'http/limits': ['http/problems'],
    'http/body': ['http/problems'],
    'http/scopes': ['http/problems', 'store/keys'],
    'http/openapi': ['http/problems', 'http/parameters', 'http/scopes'],
    'http/metrics': ['store'],
    http: ['schemas', 'store'],
    routes: ['http', 'schemas', 'store', 'exports'],
  };
  return Object.entries(folders).map(([folder, known]) => ({
    target: `./telemetry-api/${folder}/!(*.test).ts`,
    from: './telemetry-api',
    except: [folder, ...known, ...common].map((allowed) => `./${allowed}`),
    message: `${folder} imports only ${known.join(', ') || 'itself'}.`,
  }));
}

/** Only tests may use the test server, and a test of what kinds share may run a query of a kind. */
const forbiddenImportsOfTests = forbiddenImports
  .filter(({ target }) => target !== './src/grafana/frames' && !target.startsWith('./src/kinds/'))
  .map((rule) => {
    const aboutKinds = ['./src/query', './src/grafana', './src/editors'].includes(rule.target) ? ['./kinds'] : [];
    return rule.except ? { ...rule, except: [...rule.except, './testSupport', ...aboutKinds] } : rule;
  });

const styleRules = [
  {
    selector: 'PrivateIdentifier',
    message: 'Write `private`: parameter properties need it, so it is the one way here.',
  },
  {
    selector:
      'TSInterfaceDeclaration:not(TSModuleBlock > TSInterfaceDeclaration) > TSInterfaceBody > TSPropertySignature[readonly!=true]',
    message: 'Members of an interface are `readonly`. Declare a record that is written in place as a `type`.',
  },
  {
    selector: 'CallExpression[callee.object.name="fc"][callee.property.name="assert"][arguments.length=1]',
    message: 'Give the property `cases(100)` or FUZZ: without a seed, each run tests other cases, and fails by chance.',
  },
  ...[
    'init.type=/^(Literal|TemplateLiteral|ArrayExpression|BinaryExpression)$/',
    'init.expression.type="ArrayExpression"',
  ].map((value) => ({
    selector: `:matches(Program, ExportNamedDeclaration) > VariableDeclaration[kind="const"] > VariableDeclarator[id.name=/[a-z]/][${value}]:not([init.elements.length=0])`,
    message: 'Module-level constants are UPPER_CASE.',
  })),
];

const noNullType = {
  selector: 'TSUnionType > TSNullKeyword',
  message: 'Absence is `undefined`; decode `null` where it comes in.',
};

const reactRules = baseConfig
  .flatMap(({ rules }) => Object.keys(rules ?? {}))
  .filter((name) => /^react(-hooks)?\//.test(name));

export default defineConfig([
  {
    // .config/ is owned by @grafana/create-plugin.
    ignores: [
      '**/node_modules/',
      '**/dist/',
      '**/coverage/',
      'test-results/',
      'playwright-report/',
      '.telemetry/',
      '.config/',
    ],
  },
  ...baseConfig,
  {
    files: ['**/*.{ts,tsx}'],
    plugins: { 'import-x': importX },
    settings: {
      'import-x/resolver-next': [importX.createNodeResolver({ extensions: ['.ts', '.tsx', '.js', '.json'] })],
    },
    rules: {
      'import-x/no-restricted-paths': ['error', { zones: forbiddenImports }],
      '@typescript-eslint/no-explicit-any': 'error',
      // The style that CONTRIBUTING.md describes.
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/no-import-type-side-effects': 'error',
      'no-restricted-syntax': ['error', ...styleRules],
    },
  },
  {
    // Absence is `undefined`; `null` belongs to JSON, SQL, the DOM, and the values of Grafana's fields.
    files: ['src/core/**/*.ts', 'src/query/**/*.ts', 'src/editors/**/*.{ts,tsx}'],
    ignores: ['src/core/history/points/**', '**/*.test.{ts,tsx}'],
    rules: { 'no-restricted-syntax': ['error', ...styleRules, noNullType] },
  },
  {
    // There is no React here, and its rules are slow.
    files: [
      ...['telemetry-api/**/*.ts', 'scripts/**/*.ts', 'bench/**/*.ts', 'tests/**/*.ts', 'workbench/server/**/*.ts'],
      ...['src/core/**/*.ts', 'src/query/**/*.ts', 'src/kinds/**/*.ts'],
    ],
    rules: Object.fromEntries(reactRules.map((name) => [name, 'off'])),
  },
  {
    // Rules that need types are run by oxlint, whose compiler is faster: without them, ESLint need not build a program.
    files: ['src/**/*.{ts,tsx}'],
    languageOptions: { parserOptions: { project: null } },
    rules: { '@typescript-eslint/no-deprecated': 'off' },
  },
  {
    files: ['src/**/*.{ts,tsx}'],
    plugins: { '@grafana/i18n': i18n },
    rules: {
      'no-console': 'error',
      '@grafana/i18n/no-untranslated-strings': ['error', { calleesToIgnore: ['^css$', 'use[A-Z].*'] }],
      '@grafana/i18n/no-translation-top-level': 'error',
    },
  },
  {
    files: ['src/core/**/*.ts', 'src/query/**/*.ts'],
    ignores: ['**/*.test.ts'],
    rules: {
      '@typescript-eslint/no-restricted-imports': [
        'error',
        {
          paths: ['moment', 'rxjs', 'react'],
          patterns: [
            {
              group: ['@grafana/*'],
              allowTypeImports: true,
              message:
                'Core and query know neither Grafana nor React; a saved query only has the shape Grafana gives it.',
            },
          ],
        },
      ],
    },
  },
  {
    files: ['src/kinds/**/*.ts'],
    ignores: ['**/*.test.ts'],
    rules: {
      '@typescript-eslint/no-restricted-imports': [
        'error',
        {
          paths: ['moment', 'react', '@grafana/ui', '@grafana/runtime'].map((name) => ({
            name,
            allowTypeImports: true,
            message: 'The backend loads what a kind has in `.ts` files: it has no browser.',
          })),
        },
      ],
    },
  },
  {
    files: ['src/editors/**/*.{ts,tsx}'],
    rules: {
      '@typescript-eslint/no-restricted-imports': [
        'error',
        {
          paths: [{ name: 'moment', message: 'Use core/time.' }],
          patterns: [
            { group: ['**/datasource'], allowTypeImports: true, message: 'Editors know the data source by type only.' },
          ],
        },
      ],
    },
  },
  {
    files: ['src/**/*.test.{ts,tsx}'],
    rules: { 'import-x/no-restricted-paths': ['error', { zones: forbiddenImportsOfTests }] },
  },
  {
    // The schema is for those who write dashboards by hand, as the docs are.
    files: ['src/**/*.test.{ts,tsx}', 'src/testSupport/**/*.ts', 'src/kinds/querySchema.ts'],
    rules: { '@grafana/i18n/no-untranslated-strings': 'off' },
  },
  {
    // The one place where plugin and service meet: the real client against the real service.
    files: ['telemetry-api/test/contract/*.ts'],
    rules: { 'import-x/no-restricted-paths': 'off' },
  },
]);
