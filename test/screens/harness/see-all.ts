import { vi } from 'vitest';

/** jsdom has no layout: every element that is watched is in sight at once. */
class AllInSight {
  readonly #tell: IntersectionObserverCallback;
  constructor(tell: IntersectionObserverCallback) {
    this.#tell = tell;
  }
  observe() {
    const change = { isIntersecting: true } as IntersectionObserverEntry;
    this.#tell([change], this as unknown as IntersectionObserver);
  }
  disconnect() {}
}

/** What is drawn is seen, until the end of the test. */
export function seeAll(): void {
  vi.stubGlobal('IntersectionObserver', AllInSight);
}
