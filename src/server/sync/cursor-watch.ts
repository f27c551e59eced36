/** What the feed asks of the watch over rollbacks (server/operation/watch-rollbacks.ts). */
export type CursorWatch = {
  /**
   * Signs a place in the feed, so that a device's own word can be told from one that somebody made
   * up.
   */
  readonly seal: (text: string) => string;
  readonly isSealed: (text: string, seal: string | undefined) => boolean;
  /**
   * A device has seen a change of the tenant that the database does not have. Resolves when its
   * numbers are lifted.
   */
  readonly seenAhead: (seen: { readonly tenantId: number; readonly rev: number }) => Promise<void>;
};
