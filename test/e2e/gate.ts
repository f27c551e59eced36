// A place between device and server where requests or answers wait until a test lets them go.

type Waiting = { readonly key: string | null; readonly go: (how: Way) => void };
/** `pass`: it goes on its way. `drop`: it is gone, and the device's connection is cut. */
export type Way = 'pass' | 'drop';

export type Gate = {
  /** Idempotency keys of what waits here now, in the order of arrival. */
  readonly held: readonly (string | null)[];
  /** Releases everything that waits now. What comes later waits again. */
  release(how: Way): void;
  /** For the proxy: resolves when the test has decided about this one. */
  arrive(key: string | null): Promise<Way>;
};

export function createGate(): Gate {
  let waiting: Waiting[] = [];
  return {
    get held() {
      return waiting.map(({ key }) => key);
    },
    release(how) {
      const all = waiting;
      waiting = [];
      for (const one of all) one.go(how);
    },
    arrive: (key) => new Promise((go) => waiting.push({ key, go })),
  };
}
