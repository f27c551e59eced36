// What is being stored right now: picked files and the last save of a form that was left, in
// drafts, and drafts that commands take over.

const storing = new Map<string, Set<Promise<unknown>>>();

/**
 * Runs `work`, which stores files in a draft. It may outlive its form, so everything that reads,
 * replaces or discards the draft waits for it through `storedIn`.
 */
export function storeIn<Value>(draftId: string, work: () => Promise<Value>): Promise<Value> {
  const works = storing.get(draftId) ?? new Set();
  storing.set(draftId, works);
  const running = work().finally(() => {
    works.delete(running);
    if (works.size === 0) storing.delete(draftId);
  });
  works.add(running);
  return running;
}

/**
 * Resolves once nothing is being stored in the draft, to whether all of it was kept: no work threw
 * or resolved to false. Null when nothing is being stored.
 */
export function storedIn(draftId: string): Promise<boolean> | null {
  const works = storing.get(draftId);
  if (works === undefined) return null;
  return Promise.allSettled(works).then(async (ends) => {
    const areKept = ends.every((end) => end.status === 'fulfilled' && end.value !== false);
    return (await storedIn(draftId)) !== false && areKept;
  });
}

/** Runs `work`, in which a command takes the draft over. */
export function handIn<Value>(draftId: string, work: () => Promise<Value>): Promise<Value> {
  return storeIn(handingOf(draftId), work);
}

const handingOf = (draftId: string) => `handing:${draftId}`;

/**
 * Resolves once a command has taken the draft over, or what is being stored in it is stored. Null
 * when neither goes on, so that the draft may be replaced.
 */
export function busyIn(draftId: string): Promise<unknown> | null {
  return storedIn(handingOf(draftId)) ?? storedIn(draftId);
}

/** Like `storedIn`, of all drafts, and of those that commands take over. */
export function allStored(): Promise<boolean> | null {
  if (storing.size === 0) return null;
  const ends = [...storing.keys()].map(async (draftId) => storedIn(draftId));
  return Promise.all(ends).then(async (kept) => (await allStored()) !== false && !kept.includes(false));
}
