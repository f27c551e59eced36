// Names and comments in plain English, as far as a search can tell.

import { readdirSync, readFileSync } from 'node:fs';
import { parseSync } from 'vite';
import { describe, expect, it } from 'vitest';
import { ROOT } from './schedule.ts';

const MAX_COLUMNS = 100;

/** Type names that say what was done with a value, not what it is. */
const PARTICIPLES = new Set(
  [
    'Accepted Acknowledged Added Answered Asked Attached Awaited Based Between Bound Built Carried Checked Chosen',
    'Claimed Compared Conflicted Continued Decided Defined Described Downloaded Drawn Effected Ended Expected Failed',
    'Fingerprinted Found Gathered Given Granted Happened Held Judged Kept Keyed Known Layered Left Lifted Listed Loaded',
    'Made Meant Measured Mirrored Named Nested Noted Numbered Opened Outboxed Passed Patched Picked Place Placed Pressed',
    'Previewed Pulled Read Received Refused Remembered Removed Rendered Restored Routed Said Saved Seen Sent Shared Shown',
    'Signed Sized Spawned Spoken Staged Started Stored Subscribed Switched Taken Told Touched Typed Undecided Unguarded',
    'Unsaved Uploaded Viewed Wanted Written At Did Marked',
  ].flatMap((line) => line.split(' ')),
);

const IDIOMS = /\blet(?:s|ting)? go of\b|\bfor good\b|\b(?:becom(?:e|es|ing)|became) of\b|\bin vain\b/i;
const THE_SAME = /^\W*The same(?: (?:after|as|at|below|by|for|from|in|inside|of|on|once|to|where|with)\b|[,.:;])/;

type Comment = { readonly file: string; readonly text: string; readonly line: number; readonly widest: number };
type Source = { readonly file: string; readonly typeNames: readonly string[]; readonly comments: readonly Comment[] };

const FINDINGS = {
  participles: ({ file, typeNames }: Source) =>
    typeNames
      .filter((name) => PARTICIPLES.has(name) || /(?:Asked|Found|Said|Told)$/.test(name))
      .map((name) => `${file}: ${name}`),
  wideComments: ({ comments }: Source) => comments.filter(({ widest }) => widest > MAX_COLUMNS).map(placeOf),
  whoever: ({ comments }: Source) => comments.filter(({ text }) => /\b(?:whoever|whomever)\b/i.test(text)).map(placeOf),
  idioms: ({ comments }: Source) => comments.filter(({ text }) => IDIOMS.test(text)).map(placeOf),
  /** Comments whose subject is in another comment, which an editor does not show beside it. */
  theSame: ({ comments }: Source) => comments.filter(({ text }) => THE_SAME.test(text)).map(placeOf),
  nobody: ({ comments }: Source) => comments.filter(({ text }) => /\bnobody\b/i.test(text)).map(placeOf),
};
type Kind = keyof typeof FINDINGS;

const SOURCES = sources().map((file) => sourceIn(file, readFileSync(ROOT + file, 'utf8')));

describe.each(Object.keys(FINDINGS) as Kind[])('%s', (kind) => {
  it('no source has one', () => {
    expect(SOURCES.flatMap(FINDINGS[kind])).toEqual([]);
  });
});

it.each<[Kind, string]>([
  ['participles', 'export type Asked = string;'],
  ['participles', 'interface Stored {}'],
  ['participles', 'export type PageAsked = string;'],
  ['wideComments', `/** ${'word '.repeat(20)}*/`],
  ['wideComments', `const one = 1; // ${'word '.repeat(20)}`],
  ['whoever', '// Whoever is refused is told so.'],
  ['idioms', '/** What became of the command. */'],
  ['theSame', '/** The same for a page. */'],
  ['nobody', '/*\n * A row of nobody.\n */'],
  ['whoever', '/*\n * The code of\n * whoever asks.\n */'],
])('%s are found in %j', (kind, code) => {
  expect(FINDINGS[kind](sourceIn('src/ui/planted.ts', code))).toHaveLength(1);
});

function sources(): string[] {
  return ['src', 'sw', 'test'].flatMap((room) =>
    readdirSync(ROOT + room, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(?:tsx?|mjs)$/.test(name) && !name.endsWith('.gen.ts'))
      .map((name) => `${room}/${name}`)
      .filter((file) => file !== 'test/words.test.ts'),
  );
}

function sourceIn(file: string, code: string): Source {
  const { comments, errors } = parseSync(file, code);
  if (errors.length > 0) throw new Error(`${file} could not be read`);
  const typeNames = [...code.matchAll(/^\s*(?:export )?(?:type|interface) (\w+)/gm)].map(([, name = '']) => name);
  const blocks: { text: string; start: number; end: number; isLine: boolean }[] = [];
  for (const { type, value, start, end } of comments) {
    const above = blocks.at(-1);
    const isLine = type === 'Line';
    // Lines of one comment: a sentence goes on in the next line.
    if (isLine && above?.isLine && /^\n\s*$/.test(code.slice(above.end, start))) {
      Object.assign(above, { text: `${above.text} ${value}`, end });
    } else blocks.push({ text: value, start, end, isLine });
  }
  return {
    file,
    typeNames,
    comments: blocks.map(({ text, start, end }) => ({
      file,
      text: text.replaceAll(/\s*\n\s*\*?\s*/g, ' '),
      line: code.slice(0, start).split('\n').length,
      widest: Math.max(
        ...code
          .slice(code.lastIndexOf('\n', start) + 1, end)
          .split('\n')
          .map((line) => line.length),
      ),
    })),
  };
}

function placeOf({ file, line }: Comment): string {
  return `${file}:${line}`;
}
