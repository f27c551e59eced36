import type { ThreadEntry } from '#mirror/questions/view-document.ts';
import { describe, expect, it } from 'vitest';
import { buildCommand } from '../../../../test/builders/build-command.ts';
import { PEOPLE, SECTORS } from '../../../../test/builders/build-people.ts';
import { minutesFromNow } from '../../../../test/builders/moments.ts';
import { partsOf, sumOf, type ThreadPart } from './thread-parts.ts';

const { ana, bia, caio } = PEOPLE;

type Message = Extract<ThreadEntry, { kind: 'message' }>;
type Act = Exclude<ThreadEntry, { kind: 'message' }>;

const message = (key: string, facts: Partial<Message> = {}): Message => ({
  kind: 'message',
  key,
  author: bia,
  mine: false,
  letter: false,
  content: `<p>${key}</p>`,
  files: [],
  pencil: null,
  at: minutesFromNow(-60),
  receivedAt: null,
  clockSuspect: false,
  ...facts,
});

const act = (key: string, facts: Partial<Act> = {}): Act => ({
  kind: 'extension',
  key,
  author: bia,
  responsibles: [],
  organizations: [],
  limitDate: null,
  reason: null,
  pencil: null,
  at: minutesFromNow(-60),
  receivedAt: null,
  clockSuspect: false,
  ...facts,
});

const letter = message('letter', { letter: true });
const inPencil = { pencil: buildCommand('respond') };
const laidOut = (
  thread: ThreadEntry[],
  { since = null, ownNow = [] }: { since?: string | null; ownNow?: string[] } = {},
) => partsOf(thread, { readerId: ana.id, since, ownNow: new Set(ownNow) }).map(inWords);

function inWords(part: ThreadPart): string {
  switch (part.kind) {
    case 'news':
      return `${part.replies} new`;
    case 'acts':
      return part.entries.map((one) => one.key).join('+');
    case 'message':
      return part.after === null ? part.key : `${part.after.key}>${part.key}`;
    case 'letter':
    case 'act':
      return part.key;
  }
}

describe('partsOf', () => {
  it.each<[string, ThreadEntry[], string[]]>([
    [
      'of one person, one after the other',
      [letter, message('a'), message('b'), message('c')],
      ['letter', 'a', 'a>b', 'b>c'],
    ],
    ['of others', [letter, message('a'), message('b', { author: caio })], ['letter', 'a', 'b']],
    ['with an act between', [message('a'), act('x'), message('b')], ['a', 'x', 'b']],
    ['in pencil', [message('a'), message('b', inPencil), message('c', inPencil)], ['a', 'b', 'c']],
    ['under another name', [message('a', { authorThen: 'Bia Lima' }), message('b')], ['a', 'b']],
  ])('replies %s', (_which, thread, parts) => expect(laidOut(thread)).toEqual(parts));

  it.each<[string, ThreadEntry[], string[], string[]]>([
    ['between two replies are one', [act('x'), act('y'), act('z'), message('a')], [], ['x+y+z', 'a']],
    ['that waits is a line of its own', [act('x'), act('y'), act('z', inPencil)], [], ['x+y', 'z']],
    ['that was in pencil a moment ago stays a line of its own', [act('x'), act('y'), act('z')], ['y'], ['x', 'y', 'z']],
  ])('an act %s', (_which, thread, ownNow, parts) => expect(laidOut(thread, { ownNow })).toEqual(parts));

  it('what others wrote or did after the reader was here stands under one line, and nothing spans it', () => {
    const later = { at: minutesFromNow(-5) };
    const thread = [
      letter,
      message('a'),
      message('b', { ...later, author: ana, mine: true }),
      message('c', later),
      message('d', later),
      act('x', later),
      message('e', { ...later, ...inPencil, author: ana }),
    ];
    const since = minutesFromNow(-30);
    expect(laidOut(thread, { since })).toEqual(['letter', 'a', 'b', '2 new', 'c', 'c>d', 'x', 'e']);
    expect(laidOut([message('a'), message('b', later)], { since })).toEqual(['a', '1 new', 'b']);
    expect(laidOut([act('x'), act('y', later), act('z', later)], { since })).toEqual(['x', '0 new', 'y+z']);
    expect(laidOut([message('a')], { since })).toEqual(['a']);
    expect(laidOut([message('a', later)])).toEqual(['a']);
  });

  it('what was written before and arrived after is new', () => {
    const late = message('a', { at: minutesFromNow(-90), receivedAt: minutesFromNow(-5) });
    expect(laidOut([letter, late], { since: minutesFromNow(-30) })).toEqual(['letter', '1 new', 'a']);
  });
});

describe('sumOf', () => {
  it('names where acts led, the last date, and whether the document was completed or reopened last', () => {
    const acts = [
      act('1', { kind: 'transfer', organizations: [SECTORS.traffic], responsibles: [bia] }),
      act('2', { kind: 'transfer', responsibles: [caio] }),
      act('3', { limitDate: '2026-11-27' }),
      act('4', { kind: 'completion' }),
      act('5', { kind: 'reopening', limitDate: '2026-11-30' }),
    ];
    expect(sumOf(acts)).toEqual({ stops: ['SEMTRAN', caio.name], limitDate: '2026-11-30', end: 'reopening' });
    expect(sumOf(acts.slice(2, 4))).toEqual({ stops: [], limitDate: '2026-11-27', end: 'completion' });
  });
});
