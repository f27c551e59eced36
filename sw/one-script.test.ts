// The worker is one script: it can load no part later. The build would put such a part into the
// same script, in a form in which its modules run late, and listeners that are added after the
// first run of a worker are not heard.

import { readFileSync, statSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path/posix';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'vite';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

test('nothing that the worker imports loads a part later', () => {
  const files = new Set(['sw/main.ts']);
  const late: string[] = [];
  for (const file of files) {
    const source = readFileSync(join(ROOT, file), 'utf8');
    const { staticImports, staticExports, dynamicImports } = parseSync(file, source).module;
    if (dynamicImports.length > 0) late.push(file);
    const entries = [...staticImports, ...staticExports].flatMap((one) =>
      'moduleRequest' in one
        ? one.entries.some(({ isType }) => !isType) || one.entries.length === 0
          ? one.moduleRequest.value
          : []
        : one.entries.flatMap(({ moduleRequest, isType }) => (isType ? [] : (moduleRequest?.value ?? []))),
    );
    for (const specifier of entries) {
      const path = specifier.startsWith('#')
        ? `src/${specifier.slice(1)}`
        : specifier.startsWith('.')
          ? normalize(join(dirname(file), specifier))
          : '';
      if (path !== '' && statSync(join(ROOT, path)).isFile()) files.add(path);
    }
  }
  expect(files.size).toBeGreaterThan(60);
  expect(late).toEqual([]);
});
