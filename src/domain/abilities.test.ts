import { describe, expect, it } from 'vitest';
import { abilitiesOf, type Ability, blockedByDelay, completesOnceOpen, type DocumentState } from './document-state.ts';

const TODAY = '2026-11-20';
const CREATOR = 1;
const RESPONSIBLE = 2;
const FORMER = 3;
const COLLEAGUE = 4;
const COMPLETER = 5;

const open: DocumentState = {
  storedStatus: 'under_review',
  limitDate: '2026-11-25',
  createdBy: CREATOR,
  responsibleIds: [RESPONSIBLE],
  responsibleIdsEver: [RESPONSIBLE, FORMER],
  completedBy: null,
  seenByResponsible: true,
};
const overdue = { ...open, limitDate: '2026-11-19' };
const completed: DocumentState = { ...open, storedStatus: 'completed', completedBy: COMPLETER };

const ALL: Record<string, Ability> = {
  c: 'completeDocument',
  e: 'extendDocument',
  t: 'transferDocument',
  r: 'reopenDocument',
  a: 'replyDocument',
};

// Letters: complete, extend, transfer, reopen, answer (rules A12–A14).
describe.each([
  ['open', open, { [CREATOR]: 'ceta', [RESPONSIBLE]: 'ceta', [FORMER]: 'ta', [COLLEAGUE]: 'a' }],
  ['overdue', overdue, { [CREATOR]: 'tra', [RESPONSIBLE]: 'ra', [FORMER]: 'a', [COLLEAGUE]: 'a' }],
  ['completed', completed, { [CREATOR]: 'tr', [RESPONSIBLE]: 'tr', [FORMER]: '', [COLLEAGUE]: '', [COMPLETER]: 'r' }],
] as const)('abilities on an %s document', (_name, document, expected) => {
  it.each(Object.entries(expected))('person %s has "%s"', (userId, letters) => {
    const abilities = abilitiesOf(document, { userId: Number(userId), today: TODAY });
    for (const [letter, ability] of Object.entries(ALL))
      expect([ability, abilities[ability]]).toEqual([ability, letters.includes(letter)]);
  });
});

describe('acts shown disabled with their reason (rule A3)', () => {
  it.each([
    ['overdue', overdue, CREATOR, 'ce'],
    ['overdue', overdue, RESPONSIBLE, 'cet'],
    ['overdue', overdue, FORMER, 't'],
    ['overdue', overdue, COLLEAGUE, ''],
    ['open', open, RESPONSIBLE, ''],
    ['due today', { ...open, limitDate: TODAY }, RESPONSIBLE, ''],
    ['completed long ago', { ...completed, limitDate: '2026-11-01' }, RESPONSIBLE, ''],
  ] as const)('of a document that is %s: case %#', (_name, document, userId, letters) => {
    const blocked = blockedByDelay(document, { userId, today: TODAY });
    for (const [letter, ability] of Object.entries(ALL))
      expect([ability, blocked.has(ability)]).toEqual([ability, letters.includes(letter)]);
  });

  it.each([
    [overdue, CREATOR, true],
    [completed, RESPONSIBLE, true],
    [completed, COLLEAGUE, false],
    [overdue, COLLEAGUE, false],
  ] as const)('whoever completes what is open is offered it with reopening: case %#', (document, userId, offered) => {
    expect(completesOnceOpen(document, { userId })).toBe(offered);
  });
});
