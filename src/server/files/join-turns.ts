// Turns at joining files that were sent ahead. Joining is bound by the disk or the link to the
// store, so more at once would only make each of them last longer. A person joins for one command
// at a time and a tenant takes half of the turns, so that the one over its share is refused, and
// not the next one to come.

const TURNS = 4;
const TENANT_TURNS = TURNS / 2;

type Joiner = { readonly tenantId: number; readonly userId: number };

/** The joins of this process. */
const joining = new Set<Joiner>();

/**
 * Takes a turn. Answers how it is given back, or null when the person, the tenant or everybody
 * together has no more turns.
 */
export function takeJoinTurn({ tenantId, userId }: Joiner): (() => void) | null {
  const ofTenant = [...joining].filter((one) => one.tenantId === tenantId);
  const isOver = ofTenant.length >= TENANT_TURNS || ofTenant.some((one) => one.userId === userId);
  if (isOver || joining.size >= TURNS) return null;
  const turn = { tenantId, userId };
  joining.add(turn);
  return () => void joining.delete(turn);
}
