// The grammar of the checklist (README.md beside this file), and what is wrong with a page of it.

import { isTitle, type TestsOfFile } from './tests-in.ts';

/** One line of a page: what is required, and the tests that assert it. */
export type Requirement = { readonly line: number; readonly text: string; readonly bindings: readonly Binding[] };
type Binding = { readonly path: string; readonly title: string };

/** A page with its requirements, and the lines that are no requirement although they should be. */
export type ChecklistPage = {
  readonly page: string;
  readonly requirements: readonly Requirement[];
  readonly faults: readonly string[];
};

const BINDING = /^`([^`]+)` › "(.+)"$/;
const ITEM = /^- (\S.*?) → (.+)$/;
/** Files that a runner of the project takes. */
const RUN = /^(?:(?:src|sw|test)\/.+\.test\.tsx?|test\/e2e\/.+\.e2e\.ts)$/;

/**
 * Reads a page. Headings and empty lines are no requirements; every other line is one or is a
 * fault.
 */
export function readChecklist(page: string, text: string): ChecklistPage {
  const requirements: Requirement[] = [];
  const faults: string[] = [];
  for (const [at, content] of text.split('\n').entries()) {
    const line = at + 1;
    if (content === '' || /^#+ /.test(content)) continue;
    const [, said, bound] = ITEM.exec(content) ?? [];
    const bindings = bound?.split(' ; ').map((one) => BINDING.exec(one));
    if (said === undefined || bindings === undefined)
      faults.push(`${page}:${line}: no requirement with a test: ${content}`);
    else if (bindings.some((one) => one === null))
      faults.push(`${page}:${line}: the test is not written as \`path\` › "title"`);
    else {
      const read = bindings.map((one) => ({ path: one?.[1] ?? '', title: one?.[2] ?? '' }));
      requirements.push({ line, text: said, bindings: read });
    }
  }
  return { page, requirements, faults };
}

/** Faults of a page's tests. `testsOf` returns undefined when there is no such file. */
export function faultsOf(page: ChecklistPage, testsOf: (path: string) => TestsOfFile | undefined): string[] {
  const unbound = page.requirements.flatMap(({ line, bindings }) =>
    bindings.flatMap(({ path, title }) => {
      const fault = faultOf({ path, title }, testsOf);
      return fault === undefined ? [] : [`${page.page}:${line}: ${fault}`];
    }),
  );
  return [...page.faults, ...unbound];
}

function faultOf({ path, title }: Binding, testsOf: (path: string) => TestsOfFile | undefined): string | undefined {
  if (!RUN.test(path)) return `no runner takes ${path}`;
  const found = testsOf(path);
  if (found === undefined) return `there is no ${path}`;
  const named = found.tests.filter((one) => isTitle(title, { title: one.title, literals: found.literals }));
  const [only] = named;
  if (only === undefined) return `${path} has no test "${title}"`;
  if (named.length > 1) return `${path} has ${named.length} tests "${title}"`;
  return only.mayBeSkipped ? `"${title}" of ${path} may be skipped` : undefined;
}

/**
 * Requirements that stand more than once, on one page or on several; upper case and spaces don't
 * make them different.
 */
export function repeatedIn(pages: readonly ChecklistPage[]): string[] {
  const places = new Map<string, string[]>();
  for (const { page, requirements } of pages) {
    for (const { text, line } of requirements) {
      const key = text.toLowerCase().replaceAll(/\s+/g, ' ');
      places.set(key, [...(places.get(key) ?? []), `${page}:${line}`]);
    }
  }
  return [...places].filter(([, where]) => where.length > 1).map(([text, where]) => `${where.join(' and ')}: ${text}`);
}
