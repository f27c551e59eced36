// Whether a person sees a document (rule B1): one predicate for list, detail, search, files,
// counters, push and the mirror. A table of cases compares the server's SQL form with it.

export type VisibilityFacts = {
  readonly createdBy: number;
  readonly responsibleIdsEver: readonly number[];
  /** Sectors that are or ever were a destination. */
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

/** Document and viewer belong to one tenant already: nothing crosses tenants. @internal */
export function canSee(document: VisibilityFacts, viewer: Viewer): boolean {
  if (viewer.superAdmin || document.createdBy === viewer.userId) return true;
  if (document.responsibleIdsEver.includes(viewer.userId)) return true;
  if (document.mentionedUserIds.includes(viewer.userId)) return true;
  if (viewer.organizationId === null) return false;
  return (
    document.originOrganizationId === viewer.organizationId ||
    document.organizationIdsEver.includes(viewer.organizationId)
  );
}
