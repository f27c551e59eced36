// The page at /kit stays complete: a component that other rooms may use, and that no section of the
// page renders, fails here.

import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const SRC = fileURLToPath(new URL('../..', import.meta.url));

/** Rendered by every page of the application, `/kit` included, and by nothing inside of it. */
const AROUND_THE_PAGE = ['KitProvider'];

const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((name) => /^(?:ui|app|editor)\/.+\.tsx$/.test(name) && !name.endsWith('.test.tsx'))
  .map((name) => ({ name, text: readFileSync(SRC + name, 'utf8') }));
const page = files.filter(({ name }) => name.startsWith('ui/kit/'));
const kit = files.filter(({ name }) => name.startsWith('ui/') && !name.startsWith('ui/kit/'));

const exportsOf = ({ text }: { text: string }) =>
  [...text.matchAll(/^export (?:function|const) ([A-Z]\w*)/gm)].map(([, component]) => component ?? '');

const renders = ({ text }: { text: string }, component: string) => new RegExp(`<${component}[\\s/>]`).test(text);

/** Only the kit's own components render it, so that it is on the page with them. */
const isPart = (component: string, file: { name: string }) =>
  kit.some((other) => other !== file && renders(other, component)) &&
  !files.some(({ name, text }) => !name.startsWith('ui/') && new RegExp(`\\b${component}\\b`).test(text));

test('the page of the kit shows every component that other rooms may use', () => {
  const all = kit.flatMap((file) => exportsOf(file).map((component) => ({ component, file })));
  const missing = all
    .filter(({ component, file }) => !isPart(component, file) && !AROUND_THE_PAGE.includes(component))
    .filter(({ component }) => !page.some((section) => renders(section, component)))
    .map(({ component, file }) => `${component} of ${file.name}`);
  expect(all.length).toBeGreaterThan(60);
  expect(missing).toEqual([]);
});

test('every section of the page of the kit is on it', () => {
  const sections = page.flatMap(exportsOf).filter((name) => name.endsWith('Section'));
  const shown = page.filter(({ name }) => /kit-page|document-section/.test(name)).map(({ text }) => text);
  expect(sections.length).toBeGreaterThan(5);
  expect(
    sections.filter((name) => !shown.some((text) => new RegExp(`Section: ${name}\\b|<${name} `).test(text))),
  ).toEqual([]);
});
