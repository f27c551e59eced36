// Whether people see a document: one table for the domain's predicate and the server's SQL (rule
// B1). Ids are symbolic here; a test against a database maps them to real rows.

import type { VisibilityFacts, Viewer } from '#domain/visibility.ts';

export type VisibilityCase = {
  readonly name: string;
  readonly document: VisibilityFacts;
  readonly viewer: Viewer;
  readonly sees: boolean;
};

const ORIGIN = 10;
const DESTINATION = 20;
const FORMER_DESTINATION = 30;
const ELSEWHERE = 40;

const document: VisibilityFacts = {
  createdBy: 1,
  responsibleIdsEver: [2, 3],
  organizationIdsEver: [DESTINATION, FORMER_DESTINATION],
  originOrganizationId: ORIGIN,
  mentionedUserIds: [4],
};
const viewer = (userId: number, organizationId: number | null, superAdmin = false): Viewer => ({
  userId,
  organizationId,
  superAdmin,
});

export const VISIBILITY_CASES: readonly VisibilityCase[] = [
  { name: 'the creator, whatever their sector is now', document, viewer: viewer(1, ELSEWHERE), sees: true },
  { name: 'a responsible', document, viewer: viewer(2, ELSEWHERE), sees: true },
  { name: 'a former responsible', document, viewer: viewer(3, null), sees: true },
  { name: 'someone of a destination', document, viewer: viewer(9, DESTINATION), sees: true },
  { name: 'someone of a former destination', document, viewer: viewer(9, FORMER_DESTINATION), sees: true },
  { name: 'someone of the origin', document, viewer: viewer(9, ORIGIN), sees: true },
  { name: 'a person picked in a mention', document, viewer: viewer(4, ELSEWHERE), sees: true },
  { name: 'a Super Admin', document, viewer: viewer(9, ELSEWHERE, true), sees: true },
  { name: 'someone of another sector', document, viewer: viewer(9, ELSEWHERE), sees: false },
  { name: 'someone without a sector', document, viewer: viewer(9, null), sees: false },
  {
    name: 'someone without a sector, of a document without an origin',
    document: { ...document, originOrganizationId: null },
    viewer: viewer(9, null),
    sees: false,
  },
];
