import { describe, expect, it } from 'vitest';
import { decideRespond, type RespondChanges, type RespondIntent } from './decide-respond.ts';
import type { DocumentState } from './document-state.ts';

const TODAY = '2026-11-20';
const CREATOR = 1;
const RESPONSIBLE = 2;
const COLLEAGUE = 4;
const LIMIT = '2026-11-25';
const document: DocumentState = {
  storedStatus: 'pending',
  limitDate: LIMIT,
  createdBy: CREATOR,
  responsibleIds: [RESPONSIBLE],
  responsibleIdsEver: [RESPONSIBLE],
  completedBy: null,
  seenByResponsible: false,
};
const bruna = { id: 7, active: true, organizationId: 70 };
const intent = (change: Partial<RespondIntent>): RespondIntent => ({
  userId: CREATOR,
  today: TODAY,
  hasText: false,
  filesCount: 0,
  limitDate: null,
  responsibles: null,
  organizationIds: [],
  basedOn: null,
  ...change,
});

function accepted(state: DocumentState, change: Partial<RespondIntent>): RespondChanges {
  const decision = decideRespond(state, intent(change));
  if (decision.kind !== 'accepted') throw new Error(`expected acceptance, got ${JSON.stringify(decision)}`);
  return decision.changes;
}

const codes = (state: DocumentState, change: Partial<RespondIntent>) => {
  const decision = decideRespond(state, intent(change));
  return decision.kind === 'refused' ? decision.refusals.map((refusal) => refusal.code) : decision.kind;
};

describe('a document at its bound', () => {
  const full: DocumentState = { ...document, gathered: { replies: 500, textBytes: 0, files: 0 } };

  it('takes no reply, and still a date and a new responsible', () => {
    expect(codes(full, { hasText: true })).toEqual(['document_full']);
    expect(codes(full, { filesCount: 1, limitDate: '2026-12-01' })).toEqual(['document_full']);
    expect(accepted(full, { limitDate: '2026-12-01' }).extension).toEqual({ limitDate: '2026-12-01' });
    expect(accepted(full, { responsibles: [bruna] }).transfer).not.toBeNull();
  });

  it('is judged with the text and the files that would be added', () => {
    const nearly = { ...document, gathered: { replies: 499, textBytes: 5 * 1024 * 1024 - 10, files: 999 } };
    expect(codes(nearly, { hasText: true, textBytes: 10, filesCount: 1 })).toBe('accepted');
    expect(codes(nearly, { hasText: true, textBytes: 11 })).toEqual(['document_full']);
    expect(codes(nearly, { hasText: true, filesCount: 2 })).toEqual(['document_full']);
  });
});

describe('what a response does (rules A1, D1, D2, D6)', () => {
  it('text alone by the creator changes no status', () => {
    expect(accepted(document, { hasText: true })).toEqual({
      storedStatus: 'pending',
      interaction: true,
      extension: null,
      transfer: null,
    });
  });
  it('text by a current responsible starts the review', () => {
    expect(accepted(document, { userId: RESPONSIBLE, hasText: true }).storedStatus).toBe('under_review');
  });
  it('anyone who sees it may reply, also when it is overdue (rule A13)', () => {
    expect(accepted(document, { userId: COLLEAGUE, hasText: true }).interaction).toBe(true);
    expect(accepted({ ...document, limitDate: '2026-11-01' }, { userId: COLLEAGUE, hasText: true }).interaction).toBe(
      true,
    );
  });
  it('a later date extends', () => {
    expect(accepted(document, { hasText: true, limitDate: '2026-12-01' })).toMatchObject({
      storedStatus: 'extended',
      extension: { limitDate: '2026-12-01' },
    });
  });
  it('the same date is no change (rule A8)', () => {
    expect(accepted(document, { hasText: true, limitDate: LIMIT })).toMatchObject({
      storedStatus: 'pending',
      extension: null,
    });
    expect(codes(document, { limitDate: LIMIT })).toEqual(['nothing_to_send']);
  });
  it('a new responsible transfers to their sector', () => {
    expect(accepted(document, { responsibles: [bruna] })).toEqual({
      storedStatus: 'under_review',
      interaction: false,
      extension: null,
      transfer: { responsibleIds: [7], organizationIds: [70] },
    });
  });
  it('the chosen sectors win over the responsible’s own, which is among them', () => {
    const chosen = accepted(document, { responsibles: [bruna], organizationIds: [71, 70, 71] });
    expect(chosen.transfer?.organizationIds).toEqual([71, 70]);
    expect(codes(document, { responsibles: [bruna], organizationIds: [71] })).toEqual(['responsible_elsewhere']);
  });
  it('a new responsible without a sector leaves the document in none', () => {
    expect(accepted(document, { responsibles: [{ ...bruna, organizationId: null }] }).transfer).toEqual({
      responsibleIds: [7],
      organizationIds: [],
    });
  });
  it('a date and a responsible in one gesture end extended', () => {
    const changes = accepted(document, { responsibles: [bruna], limitDate: '2026-12-01' });
    expect(changes).toMatchObject({ storedStatus: 'extended', extension: { limitDate: '2026-12-01' } });
    expect(changes.transfer).not.toBeNull();
  });
  it('extended is sticky', () => {
    const extended = { ...document, storedStatus: 'extended' } as const;
    expect(accepted(extended, { responsibles: [bruna] }).storedStatus).toBe('extended');
    expect(accepted(extended, { userId: RESPONSIBLE, hasText: true }).storedStatus).toBe('extended');
  });
  it('on an overdue one the responsible’s text moves nothing', () => {
    const overdue = { ...document, limitDate: '2026-11-01' };
    expect(accepted(overdue, { userId: RESPONSIBLE, hasText: true }).storedStatus).toBe('pending');
  });
  it('a date may be extended on its last day', () => {
    expect(accepted(document, { today: LIMIT, limitDate: '2026-12-01' }).extension).toEqual({
      limitDate: '2026-12-01',
    });
  });
  it('each refusal names the field of the form that it is about', () => {
    const fields = (state: DocumentState, change: Partial<RespondIntent>) => {
      const decision = decideRespond(state, intent(change));
      return decision.kind === 'refused' ? decision.refusals.map(({ field, code }) => `${field}: ${code}`) : [];
    };
    const completed = { ...document, storedStatus: 'completed' } as const;
    expect(fields(completed, { hasText: true })).toEqual(['content: document_completed']);
    expect(fields(document, {})).toEqual(['content: nothing_to_send']);
    expect(fields(document, { limitDate: '2026-11-24' })).toEqual(['limit_date: limit_date_before_current']);
    expect(fields(document, { responsibles: [] })).toEqual(['responsible_ids: required']);
    const inactive = { ...bruna, id: RESPONSIBLE, active: false };
    expect(fields(document, { responsibles: [inactive] })).toEqual(['responsible_ids: responsible_inactive']);
  });
  it('who saw a date that is not earlier than the one they ask for is told of no later one', () => {
    const basedOn = { status: 'pending', limitDate: LIMIT, responsibleIds: [RESPONSIBLE] } as const;
    expect(codes(document, { limitDate: LIMIT, basedOn })).toEqual(['nothing_to_send']);
    expect(codes(document, { limitDate: '2026-11-24', basedOn })).toEqual(['limit_date_before_current']);
    const unseen = { ...basedOn, limitDate: null };
    expect(codes(document, { limitDate: '2026-11-24', basedOn: unseen })).toEqual(['limit_date_before_current']);
  });
  it('files alone are an interaction', () => {
    expect(accepted(document, { filesCount: 1 }).interaction).toBe(true);
  });
});

describe('what is refused', () => {
  const completed = { ...document, storedStatus: 'completed', completedBy: RESPONSIBLE } as const;
  const overdue = { ...document, limitDate: '2026-11-19' };
  it.each([
    ['nothing at all', document, {}, ['nothing_to_send']],
    ['an earlier date (A8)', document, { hasText: true, limitDate: '2026-11-21' }, ['limit_date_before_current']],
    [
      'a date by someone not concerned',
      document,
      { userId: COLLEAGUE, hasText: true, limitDate: '2026-12-01' },
      ['not_allowed'],
    ],
    ['a date on an overdue one', overdue, { hasText: true, limitDate: '2026-12-01' }, ['document_overdue']],
    ['a transfer by someone not concerned', document, { userId: COLLEAGUE, responsibles: [bruna] }, ['not_allowed']],
    ['a transfer to nobody', document, { responsibles: [] }, ['required']],
    ['an unknown person', document, { responsibles: [null] }, ['responsible_unknown']],
    [
      'the same person and an unknown one',
      document,
      { responsibles: [{ ...bruna, id: RESPONSIBLE }, null] },
      ['responsible_unknown'],
    ],
    ['an inactive person', document, { responsibles: [{ ...bruna, active: false }] }, ['responsible_inactive']],
    ['the same person (D7)', document, { responsibles: [{ ...bruna, id: RESPONSIBLE }] }, ['same_responsible']],
    ['text on a completed one (A13)', completed, { hasText: true }, ['document_completed']],
    [
      'text with a transfer of a completed one (A12)',
      completed,
      { hasText: true, responsibles: [bruna] },
      ['text_on_completed'],
    ],
    ['a date on a completed one', completed, { responsibles: [bruna], limitDate: '2026-12-01' }, ['date_on_completed']],
    [
      'an overdue transfer by the responsible (A3)',
      overdue,
      { userId: RESPONSIBLE, responsibles: [bruna] },
      ['document_overdue'],
    ],
  ] as const)('a response is refused: %s', (_name, state, change, expected) => {
    expect(codes(state, change)).toEqual(expected);
  });
  it('a completed document is transferred without text and stays completed (rule A12)', () => {
    expect(accepted(completed, { responsibles: [bruna] })).toMatchObject({
      storedStatus: 'completed',
      interaction: false,
    });
  });
});

describe('the document moved on under its author (rule E6)', () => {
  const basedOn = { status: 'pending', limitDate: LIMIT, responsibleIds: [RESPONSIBLE] } as const;
  const moved = { ...document, responsibleIds: [9], responsibleIdsEver: [RESPONSIBLE, 9] };
  const completed = { ...document, storedStatus: 'completed', completedBy: RESPONSIBLE } as const;

  it('transfer against transfer is a conflict', () => {
    expect(decideRespond(moved, intent({ responsibles: [bruna], basedOn }))).toEqual({
      kind: 'conflict',
      code: 'responsible_changed',
    });
  });
  it('transfer against completion is a conflict', () => {
    expect(decideRespond(completed, intent({ responsibles: [bruna], basedOn }))).toEqual({
      kind: 'conflict',
      code: 'completed_meanwhile',
    });
  });
  it('text against completion is a conflict, text against transfer is sent anyway', () => {
    expect(decideRespond(completed, intent({ hasText: true, basedOn }))).toEqual({
      kind: 'conflict',
      code: 'completed_meanwhile',
    });
    expect(accepted(moved, { hasText: true, basedOn }).interaction).toBe(true);
  });
  it('a view in between is no conflict', () => {
    const seen = { ...document, storedStatus: 'under_review' } as const;
    expect(accepted(seen, { responsibles: [bruna], basedOn }).transfer).not.toBeNull();
  });
  it('extension against extension: the later date wins', () => {
    const theirs = { ...document, storedStatus: 'extended', limitDate: '2026-12-10' } as const;
    expect(decideRespond(theirs, intent({ hasText: true, limitDate: '2026-12-01', basedOn }))).toMatchObject({
      kind: 'accepted',
      note: 'later_date_kept',
      changes: { extension: null, interaction: true },
    });
    expect(decideRespond(theirs, intent({ limitDate: '2026-12-10', basedOn }))).toMatchObject({
      kind: 'accepted',
      note: 'later_date_kept',
      changes: { extension: null, interaction: false },
    });
    expect(accepted(theirs, { limitDate: '2026-12-20', basedOn }).extension).toEqual({ limitDate: '2026-12-20' });
  });
});
