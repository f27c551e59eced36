import { describe, expect, test } from 'vitest';
import { type ConflictFacts, openChoices } from './conflict-choices.ts';

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
  isCompleted: true,
  canReopen: true,
  canTransfer: true,
  currentLimitDate: '2026-11-23',
  currentResponsibleIds: [7],
};

const namesOf = (facts: ConflictFacts) =>
  openChoices(facts).map(({ choice, reopens }) => (reopens ? `${choice}*` : choice));
const withPayload = (change: Partial<ConflictFacts['command']['payload']>): ConflictFacts => ({
  ...base,
  command: { ...base.command, payload: { ...base.command.payload, ...change } },
});

describe('open choices (* reopens)', () => {
  test('finished meanwhile: the words alone, everything on top, or nothing', () => {
    expect(namesOf(base)).toEqual(['text-only*', 'on-top*', 'give-up']);
  });

  test('who may not reopen can only give up', () => {
    expect(namesOf({ ...base, canReopen: false })).toEqual(['give-up']);
  });

  test('a transfer without words goes on a finished document as it is', () => {
    const facts = withPayload({ content: '', limit_date: null, responsible_ids: [9] });
    expect(namesOf({ ...facts, canReopen: false })).toEqual(['on-top', 'give-up']);
  });

  test('transferred meanwhile: nothing has to be reopened', () => {
    const facts = withPayload({ limit_date: null, responsible_ids: [9] });
    expect(namesOf({ ...facts, isCompleted: false })).toEqual(['text-only', 'on-top', 'give-up']);
  });

  test('a transfer to whom the document already is with is no choice any more', () => {
    const facts = withPayload({ content: '', limit_date: null, responsible_ids: [7] });
    expect(namesOf({ ...facts, isCompleted: false })).toEqual(['give-up']);
  });

  test('a plain reply on a finished document is either sent by reopening or given up', () => {
    expect(namesOf(withPayload({ limit_date: null }))).toEqual(['text-only*', 'give-up']);
  });
});
