// The tests of a source, by the titles that stand in it.

import { parseSync } from 'vite';

/**
 * A test as its source names it: the title with its placeholders, and whether the runner may leave
 * it out.
 */
export type NamedTest = { readonly title: string; readonly mayBeSkipped: boolean };

/**
 * What a source has: its tests, and its texts, numbers and names of properties, which placeholders
 * are filled in with.
 */
export type TestsOfFile = { readonly tests: readonly NamedTest[]; readonly literals: ReadonlySet<string> };

type Node = {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly callee?: Node;
  readonly object?: Node;
  readonly tag?: Node;
  readonly arguments?: readonly Node[];
  readonly value?: unknown;
  readonly key?: Node;
};

const CALL = /^(?:it|test|describe)\b/;
/**
 * What makes the runner leave a test out: always, on a condition, or when another test is marked.
 */
const LEFT_OUT = /\.(?:skip|todo|fixme|skipIf|runIf|only)\b/;
/** The details of a browser test that a landing leaves out. */
const LONG_ONLY = /'@long'/;

/**
 * Reads the tests of a TypeScript source. `file` is used for its ending only. Throws when the
 * source can't be parsed. A test counts as skippable when its call, its tag, a `describe` around it
 * or a `test.skip()` inside it says so.
 */
export function testsIn(file: string, text: string): TestsOfFile {
  const { program, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file} could not be read`);
  const tests: { title: string; mayBeSkipped: boolean }[] = [];
  const literals = new Set<string>();
  const visit = (node: unknown, around: { skipped: boolean }): void => {
    if (Array.isArray(node)) return node.forEach((one) => visit(one, around));
    if (typeof node !== 'object' || node === null) return;
    const one = node as Node;
    if (one.type === 'Literal') literals.add(String(one.value));
    if (one.type === 'Property' && one.key?.type === 'Identifier') literals.add(text.slice(one.key.start, one.key.end));
    const within = callOfTest(one, text, around);
    if (within?.named !== undefined) tests.push(within.named);
    for (const child of Object.values(node)) visit(child, within?.around ?? around);
  };
  visit(program, { skipped: false });
  return { tests, literals };
}

/**
 * What a node means to the tests around and inside it; undefined when it is no call of `it`, `test`
 * or `describe`.
 */
function callOfTest(node: Node, text: string, around: { skipped: boolean }) {
  if (node.type !== 'CallExpression' || node.callee === undefined) return undefined;
  const name = text.slice(node.callee.start, headOf(node.callee).end);
  if (!CALL.test(name)) return undefined;
  const title = titleOf(node.arguments?.[0], text);
  const details = node.arguments?.[1];
  const isLong = details?.type === 'ObjectExpression' && LONG_ONLY.test(text.slice(details.start, details.end));
  const skipped = around.skipped || LEFT_OUT.test(name) || isLong;
  if (title === undefined) {
    // `test.skip()` and `test.skip(condition)` leave out the test that they stand in, which was
    // named before.
    if (LEFT_OUT.test(name)) markSkipped(around);
    return undefined;
  }
  const inside = { skipped };
  if (/^describe\b|\.(?:describe|step)\b/.test(name)) return { around: inside, named: undefined };
  const named = {
    title,
    get mayBeSkipped() {
      return inside.skipped;
    },
  };
  return { around: inside, named };
}

const markSkipped = (around: { skipped: boolean }): void => {
  around.skipped = true;
};

/** `it.each([…])` without its table: the function that is called for the tests of the table. */
function headOf(callee: Node): Node {
  if (callee.type === 'CallExpression' && callee.callee !== undefined) return headOf(callee.callee);
  return callee.tag ?? callee;
}

function titleOf(given: Node | undefined, text: string): string | undefined {
  if (given?.type === 'Literal' && typeof given.value === 'string') return given.value;
  return given?.type === 'TemplateLiteral' ? text.slice(given.start + 1, given.end - 1) : undefined;
}

const PLACEHOLDER = /%[sdifjoO#]|\$\{[^}]*\}|\$[a-zA-Z][\w.]*/;

const escaped = (part: string): string => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/**
 * Whether `given` is the title, with its placeholders as they stand or filled in with literals of
 * the file.
 */
export function isTitle(given: string, { title, literals }: { title: string; literals: ReadonlySet<string> }): boolean {
  if (given === title) return true;
  const parts = title.split(new RegExp(PLACEHOLDER, 'g'));
  if (parts.length === 1) return false;
  const found = new RegExp(`^${parts.map((part) => escaped(part)).join('(.+)')}$`).exec(given);
  return found !== null && found.slice(1).every((filled) => literals.has(filled));
}
