// The grammar of citations: which words of a comment, a test name or a page lead to a row of the
// project's pages or to a file, and whether that row or file exists. src/README.md lists the pages
// and how each of them is cited.

import { dirname, normalize } from 'node:path/posix';

/** A text that may cite, joined to one line, and the line of its file on which it begins. */
export type Passage = { readonly file: string; readonly line: number; readonly text: string };

/**
 * Everything that a citation can lead to. A row has the name by which it is cited: `rule A4`,
 * `S12`, `I4`.
 */
export type Targets = {
  readonly rows: ReadonlySet<string>;
  /** Headings of src/sync/promises.md. */
  readonly headings: readonly string[];
  /** Files and folders of the project, from its root. */
  readonly paths: ReadonlySet<string>;
};

/**
 * The head of a decision: its number and, in brackets, the numbers of earlier decisions that are
 * now part of it. All of them are cited: `**S2 (S18, S36). …**` stands for three.
 */
export const DECISION = /^\*\*(S\d+(?: \(S\d+(?:, S\d+)*\))?)\./gm;

/** What defines rows in a page or a folder of pages, and the names by which they are cited. */
const DEFINITIONS: readonly { page: string; row: RegExp; name: (id: string) => string | readonly string[] }[] = [
  { page: 'src/domain/rules.md', row: /^\| ([A-J]\d+) +\|/gm, name: (id) => `rule ${id}` },
  { page: 'src/domain/rules.md', row: /^## ([A-J])\./gm, name: (id) => `rule ${id}` },
  { page: 'src/decisions/', row: DECISION, name: (head) => head.match(/S\d+/g) ?? [] },
  { page: 'src/sync/promises.md', row: /^\| (I\d+|hazard \d+) +\|/gm, name: (id) => id },
  { page: 'src/server/defaults.md', row: /^\| (default \d+) +\|/gm, name: (id) => id },
  { page: 'src/ui/look.md', row: /^## (look \d+):/gm, name: (id) => id },
  { page: 'src/app/experience.md', row: /^\| (experience [A-Z]\d+) +\|/gm, name: (id) => id },
];

/**
 * Citations that begin with a word: the word, the form of an id, and the word in the name of a row.
 */
const ANNOUNCED: readonly { word: string; id: string; row: string }[] = [
  { word: '[Rr]ules?', id: String.raw`[A-HJ]\d+|[A-J]\b`, row: 'rule' },
  { word: '[Hh]azards?', id: String.raw`\d+`, row: 'hazard' },
  { word: '[Dd]efaults?', id: String.raw`\d+\b(?! (?:m?s|min|minutes|days|[kM]B)\b)`, row: 'default' },
  { word: '[Ll]ook', id: String.raw`\d+`, row: 'look' },
  { word: '[Ee]xperience', id: String.raw`[A-Z]\d+`, row: 'experience' },
];
/** Between the ids of a list such as "rules A4, A7 and B1–B3". */
const BETWEEN = /, and |, or |, | and | or |–/;
const LISTS = ANNOUNCED.map(({ word, id, row }) => ({
  row,
  words: new RegExp(String.raw`\b${word} ((?:${id})(?:(?:${BETWEEN.source})(?:${id}))*)`, 'g'),
}));
/** Decisions and promises have letters of their own and need no word before them. */
const UNANNOUNCED = /\b[SI]\d+\b/g;
/** An id that no word announces: it could be of several pages. */
const HOMELESS = /(?<![+</])\b[A-HJPTW]\d{1,2}\b/g;
const HEADING = /(?<![\w/])(?:src\/)?sync\/promises\.md, (?!hazards? \d)([^.;:)`]+)/g;
/**
 * What is cited with its page in front, because the words alone do not say where to look; in the
 * pages it stands alone.
 */
const ALONE: readonly RegExp[] = [
  /(?<!src\/sync\/promises\.md, )\b[Hh]azards? \d+/g,
  /(?<!src\/ui\/look\.md, )\b[Ll]ook \d+/g,
  /(?<!src\/app\/experience\.md, )\b[Ee]xperience [A-Z]\d+/g,
];

const ROOM = '(?:domain|contract|mirror|commands|sync|ui|editor|app|server|build|decisions)';
const PART = String.raw`[\w$.*<>-]+`;
/**
 * Names of files by their ending, and paths that begin at a room: `#sync/drain.ts`,
 * `server/policies`, `domain/rules.md`.
 */
const PATH = new RegExp(
  String.raw`(?<![\w/.@-])(?:(?:\.{0,2}/)?(?:${PART}/)*[\w*<>-][\w.*<>-]*\.(?:md|tsx?|mjs|css|sql|html)\b|(?:#${ROOM}|src|test|sw|${ROOM})(?:/${PART})+)`,
  'g',
);

/** Citations of pages that the project does not have, or that it names in another way. */
const REFUSED: readonly RegExp[] = [
  /\bdecisions? [A-J](?:\d+|\b)/g,
  /(?<![\w/])(?:rules|decisions|promises|defaults|look|experience)\.md[,:] /g,
  /\bhardening\b(?!\.test)/gi,
  /\b(?:contract|sync|skeleton|libraries|performance|house|floors|models|design) page\b/gi,
  /\b(?:(?:skeleton|house|libraries|performance|models|contract),? (?:\d|[A-Z]\w)|experience, \w|design [A-Z]\d)/g,
  /(?<!RFC \d+, )\bsections? \d+/gi,
  /\b(?:the|product) spec(?:ification)?(?:'s)?\b/gi,
  /\bpictures?,? (?:of the design|\d\d\b|deviation|")|\(pictures?\b|\bdeviation \d+/gi,
  /\bissues? #?\d+|(?<=[\s(]|^)(?<!UAX )#\d{1,3}(?!\w)/gi,
];
/**
 * Screens meet hazards of browsers (src/app/experience.md, experience T13). The hazards of the
 * engine are of no concern to them.
 */
const SCREENS = /^src\/(?:ui|editor|app\/(?:features|shared|acts|routes|text|brand))\//;

/**
 * The targets that the pages define. `pages`: path → text; `files`: every file of the project, from
 * its root.
 */
export function targetsOf(pages: ReadonlyMap<string, string>, files: readonly string[]): Targets {
  const rows = DEFINITIONS.flatMap(({ page, row, name }) =>
    [...pages]
      .filter(([path]) => (page.endsWith('/') ? path.startsWith(page) : path === page))
      .flatMap(([, text]) => [...text.matchAll(row)].flatMap(([, id = '']) => name(id))),
  );
  const headings = (pages.get('src/sync/promises.md') ?? '').matchAll(/^## (.+)$/gm);
  const paths = files.flatMap((file) => file.split('/').map((_, at, parts) => parts.slice(0, at + 1).join('/')));
  return { rows: new Set(rows), headings: [...headings].map(([, heading = '']) => heading), paths: new Set(paths) };
}

/** The citations of a passage that lead nowhere, each as it stands there. */
export function brokenIn({ file, text }: Passage, targets: Targets): string[] {
  const broken: string[] = [];
  let rest = text;
  /**
   * Takes what matches out of the passage, so that no part of it is read twice; `isFound` judges
   * each match.
   */
  const take = (words: RegExp, isFound: (whole: string, part: string) => boolean): void => {
    rest = rest.replace(words, (whole: string, part: unknown) => {
      if (!isFound(whole, typeof part === 'string' ? part : '')) broken.push(whole);
      return ' ';
    });
  };
  for (const words of REFUSED) take(words, () => false);
  if (!file.endsWith('.md')) for (const words of ALONE) take(words, () => false);
  take(HEADING, (_whole, place) => targets.headings.some((one) => place === one || place.startsWith(`${one} `)));
  take(PATH, (path) => exists(path, { from: file, paths: targets.paths }));
  for (const { words, row } of LISTS) {
    const isOfScreens = row === 'hazard' && SCREENS.test(file);
    take(words, (_whole, ids) => !isOfScreens && ids.split(BETWEEN).every((id) => targets.rows.has(`${row} ${id}`)));
  }
  take(UNANNOUNCED, (row) => targets.rows.has(row));
  take(HOMELESS, () => false);
  return broken;
}

/**
 * Whether the project has the cited file or folder. A path or a page is found from the project's
 * root or from src, and a page finds it from its own folder too; what begins with `./` or `../` is
 * found from the file that cites it. Any other file is also found by its name alone. The last
 * ending may be left out, `*` and `<name>` stand for any name.
 */
function exists(cited: string, { from, paths }: { from: string; paths: ReadonlySet<string> }): boolean {
  const bare = cited.replace(/^#/, '').replace(/[./]+$/, '');
  const path = bare.startsWith('.') ? normalize(`${dirname(from)}/${bare}`) : bare;
  const shape = path
    .split(/\*+|<\w+>/)
    .map((part) => part.replaceAll(/[.$+]/g, String.raw`\$&`))
    .join('[^/]*');
  const isName = !path.includes('/') && !path.endsWith('.md');
  const beside = from.endsWith('.md') ? `|${dirname(from)}/` : '';
  const wanted = new RegExp(String.raw`^${isName ? '(?:.*/)?' : `(?:src/${beside})?`}${shape}(?:\.\w+)?$`);
  return [...paths].some((one) => wanted.test(one));
}
