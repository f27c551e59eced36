// The whole configuration of the linter: the rules of every file, the rooms, and the files that are
// let off a rule.

import { LOCALE, type Override, ROOMS } from './rooms.ts';

const MAX_LINES = { code: 450, tests: 600 };

const RULES = {
  'house/floors': 'error',
  'words/in-element': 'error',
  'presses/seen': 'error',
  'import/no-cycle': ['error', { ignoreTypes: false }],
  'max-lines': ['error', { max: MAX_LINES.code }],
  'max-params': ['error', { max: 3 }],
  'react/rules-of-hooks': 'error',
  'react/no-danger': 'error',
  'react/exhaustive-deps': 'error',
  'typescript/no-floating-promises': 'error',
  'typescript/no-misused-promises': 'error',
  'typescript/switch-exhaustiveness-check': 'error',
  'typescript/no-explicit-any': 'error',
  'typescript/ban-ts-comment': 'error',
  'typescript/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
  'no-console': 'error',
  'import/no-default-export': 'error',
  'unicorn/filename-case': ['error', { case: 'kebabCase' }],
  'typescript/no-misused-spread': ['error', { allow: ['string'] }],
  'jsx-a11y/no-access-key': 'off',
  'jsx-a11y/no-autofocus': ['error', { ignoreNonDOM: true }],
  'jsx-a11y/prefer-tag-over-role': 'off',
  'vitest/expect-expect': ['error', { assertFunctionNames: ['expect', 'expect*', 'fc.assert', 'assert*'] }],
  'vitest/no-disabled-tests': 'error',
  'vitest/no-focused-tests': 'error',
  'no-restricted-properties': ['error', ...LOCALE],
};

/** Files that are let off a rule, whatever room they stand in. */
const EXEMPTIONS: readonly Override[] = [
  {
    files: ['vite.config.ts', '**/*.config.ts', '**/*-config.ts'],
    rules: { 'import/no-default-export': 'off', 'no-restricted-imports': 'off' },
  },
  { files: ['test/**'], rules: { 'no-console': 'off', 'import/no-default-export': 'off' } },
  {
    files: ['**/*.test.ts', '**/*.test.tsx', 'test/**/*.ts', 'test/**/*.tsx'],
    rules: {
      'max-lines': ['error', { max: MAX_LINES.tests }],
      'max-params': 'off',
      'no-restricted-imports': 'off',
      'no-restricted-properties': 'off',
      'no-restricted-globals': 'off',
    },
  },
];

export const CONFIGURATION_FILE = '.oxlintrc.json';

/**
 * The text of .oxlintrc.json: one line per entry, so that two changes of different rooms can be
 * merged.
 */
export function configurationText(): string {
  const configuration = {
    jsPlugins: ['./test/floors.mjs', './test/word-in-element.mjs', './test/press-seen.mjs'],
    plugins: ['typescript', 'import', 'react', 'unicorn', 'oxc', 'jsx-a11y', 'vitest'],
    options: { typeAware: true },
    categories: { correctness: 'error' },
    ignorePatterns: ['dist', 'node_modules', '**/routeTree.gen.ts', 'src/server/db/migrations'],
  };
  const settings = Object.entries(configuration).map(([name, value]) => `  "${name}": ${JSON.stringify(value)},`);
  const rules = Object.entries(RULES).map(([name, value]) => `    "${name}": ${JSON.stringify(value)}`);
  const overrides = [...ROOMS, ...EXEMPTIONS].map((override) => `    ${JSON.stringify(override)}`);
  return [
    '// Written by `npm run lint:rooms` from test/lint/rooms.ts and test/lint/configuration.ts.',
    '{',
    ...settings,
    '  "rules": {',
    rules.join(',\n'),
    '  },',
    '  "overrides": [',
    overrides.join(',\n'),
    '  ]',
    '}',
    '',
  ].join('\n');
}
