import { describe, expect, test } from 'vitest';
import { type ConflictFacts, dropsCompletion, openChoices } from './conflict-choices.ts';

const base: ConflictFacts = {
  command: {
    payload: {
      content: '<p>Está confirmado.</p>',
      limit_date: '2026-11-30',
      responsible_ids: null,
      organization_ids: [],
    },
    files: [],
  },
  completes: false,
  isCompleted: true,
  canReopen: true,
  canTransfer: true,
  canComplete: false,
  currentLimitDate: '2026-11-23',
  currentResponsibleIds: [7],
};

const namesOf = (facts: ConflictFacts) =>
  openChoices(facts).map(({ choice, reopens }) => (reopens ? `${choice}*` : choice));
const withPayload = (change: Partial<ConflictFacts['command']['payload']>): ConflictFacts => ({
  ...base,
  command: { ...base.command, payload: { ...base.command.payload, ...change } },
});

describe('choices of a conflict (* reopens)', () => {
  test('completed meanwhile: send the words alone, send everything, or give up', () => {
    expect(namesOf(base)).toEqual(['text-only*', 'on-top*', 'give-up']);
  });

  test('an author who may complete it again can send the words and complete it, before all other choices', () => {
    expect(namesOf({ ...base, canComplete: true })).toEqual(['then-complete*', 'text-only*', 'on-top*', 'give-up']);
    expect(namesOf({ ...base, canComplete: true, canReopen: false })).toEqual(['give-up']);
    expect(namesOf({ ...base, canComplete: true, isCompleted: false })).toEqual(['text-only', 'on-top', 'give-up']);
    const wordless = withPayload({ content: '' });
    expect(namesOf({ ...wordless, canComplete: true })).toEqual(['on-top*', 'give-up']);
  });

  test('an author who may not reopen can only give up', () => {
    expect(namesOf({ ...base, canReopen: false })).toEqual(['give-up']);
  });

  test('a transfer without words applies to a completed document without reopening it', () => {
    const facts = withPayload({ content: '', limit_date: null, responsible_ids: [9] });
    expect(namesOf({ ...facts, canReopen: false })).toEqual(['on-top', 'give-up']);
  });

  test('transferred meanwhile: no choice reopens the document', () => {
    const facts = withPayload({ limit_date: null, responsible_ids: [9] });
    expect(namesOf({ ...facts, isCompleted: false })).toEqual(['text-only', 'on-top', 'give-up']);
  });

  test('a completion of what was transferred meanwhile is made or given up, as far as its author still may', () => {
    const nothing = withPayload({ content: '', limit_date: null });
    const facts = { ...nothing, completes: true, isCompleted: false };
    expect(namesOf({ ...facts, canComplete: true })).toEqual(['on-top', 'give-up']);
    expect(namesOf({ ...facts, canComplete: false })).toEqual(['give-up']);
    expect(namesOf({ ...facts, canComplete: false, isCompleted: true })).toEqual(['give-up']);
  });

  test('a transfer to the present responsible is not offered', () => {
    const facts = withPayload({ content: '', limit_date: null, responsible_ids: [7] });
    expect(namesOf({ ...facts, isCompleted: false })).toEqual(['give-up']);
  });

  test('a plain reply on a completed document either reopens it or is given up', () => {
    expect(namesOf(withPayload({ limit_date: null }))).toEqual(['text-only*', 'give-up']);
  });
});

test('a completion that waits behind the reply leaves the outbox with the choices that have no use for it', () => {
  const dropping = (isCompleted: boolean) =>
    openChoices({ ...base, canComplete: true, isCompleted }).flatMap((one) =>
      dropsCompletion(one, { isCompleted }) ? [one.choice] : [],
    );
  expect(dropping(true)).toEqual(['text-only', 'give-up']);
  expect(dropping(false)).toEqual([]);
});
