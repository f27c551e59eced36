import { describe, expect, it } from 'vitest';
import { type BasedOn, type DocumentState, movedOn } from './document-state.ts';

const NOTHING: BasedOn = { status: null, limitDate: null, responsibleIds: null };
const open: DocumentState = {
  storedStatus: 'under_review',
  limitDate: '2026-11-25',
  createdBy: 1,
  responsibleIds: [2, 3],
  responsibleIdsEver: [2, 3],
  completedBy: null,
  seenByResponsible: true,
};
const completed: DocumentState = { ...open, storedStatus: 'completed', completedBy: 2 };

describe('what has moved on under the author of a command', () => {
  it.each<[string, DocumentState, Partial<BasedOn> | null, ReturnType<typeof movedOn>]>([
    ['no guard', completed, null, null],
    ['a guard without parts', completed, {}, null],
    ['only a date, and another date stands', open, { limitDate: '2026-11-30' }, null],
    ['only a status, the same', open, { status: 'under_review' }, null],
    ['only a status, by a view or midnight another', open, { status: 'pending' }, null],
    ['only an open status, and it is completed', completed, { status: 'pending' }, 'completed_meanwhile'],
    ['only a completed status, and it is open', open, { status: 'completed' }, 'reopened_meanwhile'],
    ['only the responsibles, in another order', open, { responsibleIds: [3, 2] }, null],
    ['only the responsibles, others', open, { responsibleIds: [2] }, 'responsible_changed'],
    ['only the responsibles, as many, one of them another', open, { responsibleIds: [2, 4] }, 'responsible_changed'],
    ['only the responsibles, and it is completed', completed, { responsibleIds: [2, 3] }, null],
    ['no responsible, although there is one', open, { responsibleIds: [] }, 'responsible_changed'],
    ['both, both changed', completed, { status: 'pending', responsibleIds: [2] }, 'completed_meanwhile'],
  ])('%s', (_name, document, parts, expected) => {
    expect(movedOn(document, parts === null ? null : { ...NOTHING, ...parts })).toBe(expected);
  });
});
