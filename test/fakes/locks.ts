// Web Locks in memory: exclusive and shared, granted in the order of asking, with `ifAvailable`,
// and released when their holder is gone.

import type { LockedWork, Locks } from '#sync/runtime.ts';

type Take = { readonly mode: 'exclusive' | 'shared'; readonly ifAvailable: boolean };
type Holder = { readonly owner: string; readonly mode: Take['mode'] };
type Waiter = Holder & { readonly grant: () => void };

export type FakeLocks = {
  /** The locks as one context (tab, worker) sees them. */
  of(owner: string): Locks;
  /** The context is gone: its locks are free, and its waiting requests are forgotten. */
  release(owner: string): void;
  /**
   * From now on every request is granted, whichever locks are held (src/sync/promises.md, hazard
   * 29).
   */
  lie(lying: boolean): void;
  held(name: string): number;
  waiting(name: string): number;
};

export function createLocks(): FakeLocks {
  const holders = new Map<string, Set<Holder>>();
  const waiters = new Map<string, Waiter[]>();
  let lying = false;

  const holdersOf = (name: string) => getOrMake(holders, { key: name, make: () => new Set<Holder>() });
  const waitersOf = (name: string) => getOrMake(waiters, { key: name, make: (): Waiter[] => [] });

  function isFree(name: string, mode: Take['mode']): boolean {
    if (lying) return true;
    const now = [...holdersOf(name)];
    return mode === 'shared' ? now.every((holder) => holder.mode === 'shared') : now.length === 0;
  }

  function serve(name: string): void {
    const queue = waitersOf(name);
    for (let first = queue[0]; first !== undefined && isFree(name, first.mode); first = queue[0]) {
      queue.shift();
      holdersOf(name).add(first);
      first.grant();
    }
  }

  async function run<Result>(name: string, held: { holder: Holder; work: LockedWork<Result> }): Promise<Result> {
    try {
      return await held.work(true);
    } finally {
      holdersOf(name).delete(held.holder);
      serve(name);
    }
  }

  return {
    of: (owner) => ({
      async request(name, { mode, ifAvailable, work }) {
        if (isFree(name, mode) && (lying || waitersOf(name).length === 0)) {
          const holder: Holder = { owner, mode };
          holdersOf(name).add(holder);
          return run(name, { holder, work });
        }
        if (ifAvailable) return work(false);
        return new Promise((resolve, reject) => {
          const waiter: Waiter = {
            owner,
            mode,
            grant: () => void run(name, { holder: waiter, work }).then(resolve, reject),
          };
          waitersOf(name).push(waiter);
        });
      },
    }),
    release(owner) {
      for (const set of holders.values()) for (const holder of set) if (holder.owner === owner) set.delete(holder);
      for (const [name, queue] of waiters) {
        waiters.set(
          name,
          queue.filter((waiter) => waiter.owner !== owner),
        );
      }
      for (const name of holders.keys()) serve(name);
    },
    lie(next) {
      lying = next;
    },
    held: (name) => holdersOf(name).size,
    waiting: (name) => waitersOf(name).length,
  };
}

function getOrMake<Value>(map: Map<string, Value>, { key, make }: { key: string; make: () => Value }): Value {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}

/** The locks of one context with the interface of the browser's. */
export function asBrowserLocks(locks: FakeLocks, owner: string): { request: unknown } {
  const own = locks.of(owner);
  return {
    request: (
      name: string,
      { mode = 'exclusive', ifAvailable = false }: { mode?: 'exclusive' | 'shared'; ifAvailable?: boolean },
      work: (lock: object | null) => Promise<unknown>,
    ) => own.request(name, { mode, ifAvailable, work: (held) => work(held ? {} : null) }),
  };
}
