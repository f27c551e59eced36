import { describe, expect, it } from 'vitest';
import {
  buildState,
  COLLEAGUE,
  COMPLETED,
  COMPLETER,
  CREATOR,
  FORMER,
  LIMIT,
  OPEN,
  OVERDUE,
  RESPONSIBLE,
  TODAY,
} from '../../test/builders/build-state.ts';
import { decideComplete } from './decide-complete.ts';
import type { DocumentState } from './document-state.ts';

const OTHER_DATE = '2026-12-01';
const extended = buildState({ storedStatus: 'extended' });

type CompleteInput = { userId: number; limitDate?: string | null; saw?: readonly number[]; sawDate?: string };
const decide = (document: DocumentState, { saw, sawDate = LIMIT, ...asked }: CompleteInput) =>
  decideComplete(document, {
    today: TODAY,
    limitDate: null,
    basedOn: saw === undefined ? null : { status: 'under_review', limitDate: sawDate, responsibleIds: saw },
    ...asked,
  });

describe('a completion is by the person who makes it (rules A1, A6)', () => {
  it.each([
    ['its creator, without a date', OPEN, CREATOR, null],
    ['its responsible, with the date that stands', OPEN, RESPONSIBLE, LIMIT],
    ['its creator, once it is extended', extended, CREATOR, null],
    ['its responsible, on its last day', { ...OPEN, limitDate: TODAY }, RESPONSIBLE, null],
  ] as const)('of a document by %s', (_name, document, userId, limitDate) => {
    expect(decide(document, { userId, limitDate })).toEqual({
      kind: 'accepted',
      note: null,
      changes: { storedStatus: 'completed', completedBy: userId },
    });
  });
});

it('a completion with the date that its author saw is accepted although another person moved it meanwhile (rule A6)', () => {
  const sent = { userId: CREATOR, limitDate: LIMIT, saw: OPEN.responsibleIds };
  const moved = { ...OPEN, limitDate: OTHER_DATE };
  expect(decide(moved, sent)).toMatchObject({ kind: 'accepted', note: null });
  expect(decide(moved, { ...sent, sawDate: OTHER_DATE })).toMatchObject({ kind: 'refused' });
});

describe('a completion is refused (rules A3, A6)', () => {
  it.each([
    ['to a colleague', OPEN, COLLEAGUE, null, 'not_allowed', null],
    ['to a former responsible', OPEN, FORMER, null, 'not_allowed', null],
    ['with another date', OPEN, CREATOR, OTHER_DATE, 'limit_date_differs', 'limit_date'],
    ['to the creator of an overdue document', OVERDUE, CREATOR, null, 'document_overdue', 'status'],
    ['to the responsible of an overdue document', OVERDUE, RESPONSIBLE, null, 'document_overdue', 'status'],
    ['to a colleague, of an overdue document', OVERDUE, COLLEAGUE, null, 'not_allowed', null],
    ['to a colleague, of a completed document', COMPLETED, COLLEAGUE, null, 'not_allowed', null],
    ['to the person who completed it and is nothing else to it', COMPLETED, COMPLETER, null, 'not_allowed', null],
  ] as const)('a completion is refused %s', (_name, document, userId, limitDate, code, field) => {
    expect(decide(document, { userId, limitDate })).toEqual({ kind: 'refused', refusals: [{ code, field }] });
  });
});

describe('a second completion changes nothing and says so (rule E6)', () => {
  it.each([
    ['to its creator', CREATOR, null],
    ['to its responsible, whatever date is sent', RESPONSIBLE, OTHER_DATE],
  ] as const)('a second completion leaves it to the first: %s', (_name, userId, limitDate) => {
    expect(decide(COMPLETED, { userId, limitDate })).toEqual({
      kind: 'accepted',
      note: 'already_completed',
      changes: { storedStatus: 'completed', completedBy: COMPLETER },
    });
  });
});

describe('a completion of a document that was transferred meanwhile is for its author to decide (rule E6)', () => {
  const MOVED = { kind: 'conflict', code: 'responsible_changed' };
  const NOT_ALLOWED = { kind: 'refused', refusals: [{ code: 'not_allowed', field: null }] };

  it.each([
    ['who was responsible', OPEN, FORMER, [FORMER], MOVED],
    ['who was responsible, when the document is overdue by now', OVERDUE, FORMER, [FORMER], MOVED],
    ['who created it', OPEN, CREATOR, [FORMER], MOVED],
    ['who is responsible with others than before', OPEN, RESPONSIBLE, [RESPONSIBLE, FORMER], MOVED],
    ['who could not complete what they saw', OPEN, COLLEAGUE, [FORMER], NOT_ALLOWED],
    ['who saw these responsibles', OPEN, FORMER, [RESPONSIBLE], NOT_ALLOWED],
  ] as const)('by a person %s', (_name, document, userId, saw, decision) => {
    expect(decide(document, { userId, saw })).toEqual(decision);
  });

  it('a completion that came first leaves nothing to decide', () => {
    expect(decide(COMPLETED, { userId: CREATOR, saw: [FORMER] })).toMatchObject({
      kind: 'accepted',
      note: 'already_completed',
    });
  });
});
