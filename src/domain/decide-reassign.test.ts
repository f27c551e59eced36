import { describe, expect, it } from 'vitest';
import { buildState, COMPLETED, OPEN, OVERDUE, RESPONSIBLE, TODAY } from '../../test/builders/build-state.ts';
import { decideReassign, type ReassignIntent } from './decide-respond.ts';
import type { DocumentState } from './document-state.ts';

const WORKS = 70;
const TRAFFIC = 71;
const bruna = { id: 7, active: true, organizationId: WORKS };
const tiago = { id: 8, active: true, organizationId: TRAFFIC };
const unplaced = { id: 9, active: true, organizationId: null };

/** A Super Admin moves the document from Works to Bruna, unless a case says otherwise. */
const decide = (document: DocumentState, change: Partial<ReassignIntent>) =>
  decideReassign(document, {
    today: TODAY,
    withinOrganizationId: null,
    currentOrganizationIds: [WORKS],
    responsibles: [bruna],
    organizationIds: [],
    reason: 'De férias até janeiro',
    basedOn: null,
    ...change,
  });

describe('a reassignment is refused (rule A14)', () => {
  it.each<[string, Partial<ReassignIntent>, string[]]>([
    ['to a manager of a sector that the document is not in', { withinOrganizationId: TRAFFIC }, ['null: not_allowed']],
    [
      'of a document that another person has moved since',
      { basedOn: { status: null, limitDate: null, responsibleIds: [3, 4] } },
      ['responsible_ids: moved_meanwhile'],
    ],
    ['without a reason', { reason: '' }, ['reason: required']],
    ['with a reason of blanks alone', { reason: ' \u200b\n' }, ['reason: required']],
    ['without a new responsible', { responsibles: [] }, ['responsible_ids: required']],
    [
      'to a person whom the tenant does not have',
      { responsibles: [null] },
      ['responsible_ids: responsible_unknown', 'responsible_ids: required'],
    ],
    [
      'to an inactive person',
      { responsibles: [{ ...bruna, active: false }] },
      ['responsible_ids: responsible_inactive'],
    ],
    [
      'to a person outside of the sectors asked for',
      { organizationIds: [TRAFFIC] },
      ['responsible_ids: responsible_elsewhere'],
    ],
    [
      'to the person who is responsible already',
      { responsibles: [{ ...bruna, id: RESPONSIBLE }] },
      ['responsible_ids: same_responsible'],
    ],
    [
      'by a manager to a person of another sector',
      { withinOrganizationId: WORKS, responsibles: [tiago] },
      ['responsible_ids: responsible_elsewhere'],
    ],
    [
      'by a manager to another sector',
      { withinOrganizationId: WORKS, organizationIds: [WORKS, TRAFFIC] },
      ['organization_ids: organization_unknown'],
    ],
    [
      'for all that is wrong at once',
      { reason: '', responsibles: [null, { ...bruna, active: false, id: RESPONSIBLE }] },
      [
        'reason: required',
        'responsible_ids: responsible_unknown',
        'responsible_ids: responsible_inactive',
        'responsible_ids: same_responsible',
      ],
    ],
  ])('%s', (_name, change, expected) => {
    const decision = decide(OPEN, change);
    const refusals = decision.kind === 'refused' ? decision.refusals : [];
    expect(refusals.map(({ field, code }) => `${field}: ${code}`)).toEqual(expected);
  });
});

describe('a reassignment moves the document (rule A14)', () => {
  it.each<[string, Partial<ReassignIntent>, { responsibleIds: number[]; organizationIds: number[] }]>([
    ['to the sector of its new responsible', {}, { responsibleIds: [7], organizationIds: [WORKS] }],
    [
      'to each sector of several responsibles once',
      { responsibles: [bruna, tiago, { ...tiago, id: 10 }] },
      { responsibleIds: [7, 8, 10], organizationIds: [WORKS, TRAFFIC] },
    ],
    [
      'to the sectors asked for, each once',
      { responsibles: [bruna], organizationIds: [TRAFFIC, WORKS, TRAFFIC] },
      { responsibleIds: [7], organizationIds: [TRAFFIC, WORKS] },
    ],
    [
      'to no sector with a responsible who has none',
      { responsibles: [unplaced] },
      { responsibleIds: [9], organizationIds: [] },
    ],
    [
      'within the own sector by its manager, who names no sector',
      { withinOrganizationId: WORKS, currentOrganizationIds: [TRAFFIC, WORKS] },
      { responsibleIds: [7], organizationIds: [WORKS] },
    ],
    [
      'within the own sector by its manager, who names it',
      { withinOrganizationId: WORKS, organizationIds: [WORKS] },
      { responsibleIds: [7], organizationIds: [WORKS] },
    ],
  ])('%s', (_name, change, transfer) => {
    expect(decide(OPEN, change)).toEqual({
      kind: 'accepted',
      note: null,
      changes: { storedStatus: 'under_review', interaction: false, extension: null, transfer },
    });
  });

  it.each([
    ['pending', OPEN, 'under_review'],
    ['under review', buildState({ storedStatus: 'under_review' }), 'under_review'],
    ['extended', buildState({ storedStatus: 'extended' }), 'extended'],
    ['overdue', OVERDUE, 'pending'],
    ['completed', COMPLETED, 'completed'],
  ] as const)('from %s to its status after a transfer (rules A1, A12)', (_name, document, storedStatus) => {
    expect(decide(document, {})).toMatchObject({ changes: { storedStatus } });
  });
});
