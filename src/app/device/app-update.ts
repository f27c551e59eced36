// A new version of the application waits, or an old part of it is gone from the server (experience P9). The worker's side
// is plugged in by main.tsx; screens only see this state.

export type UpdateState = 'none' | 'ready' | 'applying';

/** Makes the new version take over; resolves when told, the page then reloads by itself. */
type Apply = () => Promise<void>;

let state: UpdateState = 'none';
let applyWith: Apply = reload;
const listeners = new Set<() => void>();

function change(next: UpdateState): void {
  state = next;
  for (const listener of listeners) listener();
}

async function reload(): Promise<void> {
  location.reload();
}

export const appUpdate = {
  current: (): UpdateState => state,
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  /** A version is ready. Without `apply` a plain reload brings it (a chunk of the old one was gone). */
  offer(apply: Apply = reload): void {
    applyWith = apply;
    change('ready');
  },
  later: (): void => change('none'),
  async apply(): Promise<void> {
    change('applying');
    await applyWith();
  },
};
