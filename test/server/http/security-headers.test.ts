import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { REACT_ARIA_STYLE_HASHES } from '#server/http/plugins/security.ts';

const require = createRequire(import.meta.url);

/** Every source file of a package, read once. */
function sourcesOf(name: string): string {
  const root = dirname(require.resolve(`${name}/package.json`));
  const files: string[] = [];
  const walk = (folder: string): void => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (entry.isDirectory() && entry.name !== 'node_modules') walk(path);
      else if (/\.m?js$/.test(entry.name)) files.push(path);
    }
  };
  walk(join(root, 'dist'));
  return files.map((path) => readFileSync(path, 'utf8')).join('\n');
}

/** The template literals assigned to a style element's text, as the browser sees them. */
function styleTexts(source: string): string[] {
  const texts = [...source.matchAll(/\.textContent\s*=\s*`([^`]*)`/g)].map((match) => match[1] ?? '');
  const attribute = /\$\{[^}]*PRESSABLE_ATTRIBUTE\}/g;
  return [...new Set(texts)].map((text) => text.replace(attribute, 'data-react-aria-pressable').trim());
}

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

describe('the hashes of style-src', () => {
  it('the hashes of style-src are those of the styles that react-aria writes', () => {
    const source = sourcesOf('react-aria');
    const hashes = styleTexts(source).map(hashOf);
    for (const hash of REACT_ARIA_STYLE_HASHES) expect(hashes).toContain(hash);
  });
});
