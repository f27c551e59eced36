// Why a person sees a document (rule B1). Lists, details, search, files, counters, push and the
// feed all use these reasons. The server has one condition in SQL for each reason
// (src/server/policies/visibility.ts), and one table of cases compares each condition with its
// function here.

export type VisibilityFacts = {
  readonly createdBy: number;
  readonly responsibleIdsEver: readonly number[];
  /** Sectors that are or ever were a destination of the document. */
  readonly organizationIdsEver: readonly number[];
  /** The creator's sector at creation; null when the creator had none. */
  readonly originOrganizationId: number | null;
  /** People picked from the list in a mention (rule B9). */
  readonly mentionedUserIds: readonly number[];
};

export type Viewer = {
  readonly userId: number;
  readonly organizationId: number | null;
  readonly superAdmin: boolean;
};

/** The reasons of sight, in the order in which the server checks them. */
export const SIGHT_REASONS = ['created', 'origin', 'destination', 'responsible', 'mentioned'] as const;
export type SightReason = (typeof SIGHT_REASONS)[number];

const ownSector = ({ organizationId }: Viewer, sectors: readonly (number | null)[]): boolean =>
  organizationId !== null && sectors.includes(organizationId);

/**
 * Whether each reason holds. The caller has established that document and viewer belong to one
 * tenant.
 * @internal
 */
export const SEES_BY: Readonly<Record<SightReason, (document: VisibilityFacts, viewer: Viewer) => boolean>> = {
  created: (document, viewer) => document.createdBy === viewer.userId,
  origin: (document, viewer) => ownSector(viewer, [document.originOrganizationId]),
  destination: (document, viewer) => ownSector(viewer, document.organizationIdsEver),
  responsible: (document, viewer) => document.responsibleIdsEver.includes(viewer.userId),
  mentioned: (document, viewer) => document.mentionedUserIds.includes(viewer.userId),
};

/**
 * Whether the viewer sees the document. The server asks the same in SQL; this form is for tests and
 * for the model of a server.
 * @internal
 */
export function canSee(document: VisibilityFacts, viewer: Viewer): boolean {
  return viewer.superAdmin || SIGHT_REASONS.some((reason) => SEES_BY[reason](document, viewer));
}
