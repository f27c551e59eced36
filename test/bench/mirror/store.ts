// The questions of the bench to every store. Each store runs in a page of its own origin.

import type { ChangesPage } from '#contract/sync.ts';

/** The day of every question. */
export const TODAY = '2026-11-20';
/**
 * Documents of a page of results, and of a list and its start: as many as the product's list shows.
 */
export const FOUND_ROWS = 20;
export const LISTED_ROWS = 10;
/**
 * A destination sector of about 3 % of the documents. Each call returns another one, so that no row
 * is still in memory.
 */
export const sectorOf = (time: number) => 7 + (time % 30);
const SEARCHED = 'hidráulica iluminação pavimentação drenagem merenda transporte vacinação licitação'.split(' ');
/** Two words that about 3 % of the documents contain. Each call returns others. */
export const searchedAt = (time: number) =>
  `${SEARCHED[time % SEARCHED.length]} ${SEARCHED[(time + 1 + Math.floor(time / SEARCHED.length)) % SEARCHED.length]}`;

export type Store = {
  /**
   * Receives every document, page by page, until every row can be queried. Returns their number.
   */
  firstSync(nextPage: () => Promise<ChangesPage | null>): Promise<number>;
  /** The page is on the disk. */
  apply(page: ChangesPage): Promise<void>;
  /** Work after pages that nothing waits for. */
  settle?(): Promise<void>;
  /** Opens the store and reads the first rows of the list. */
  firstRows(): Promise<number>;
  /**
   * One sector, newest first: the count and the first rows. `time`: the number of earlier calls.
   */
  filter(time: number): Promise<number>;
  counters(time: number): Promise<number>;
  search(time: number): Promise<number>;
  /**
   * Applies a page of one change and waits until the list shows it. The list is on screen from the
   * first call on.
   */
  react(page: ChangesPage): Promise<void>;
};

export type Question = 'filter' | 'counters' | 'search';

/** What a page offers to the bench. */
export type BenchPage = {
  /**
   * Milliseconds since navigation at which the first rows were read, in a page that was opened for
   * this start.
   */
  readonly started: Promise<number> | null;
  firstSync(): Promise<{ ms: number; rows: number }>;
  delta(): Promise<number>;
  /** The median of repeated answers, without the first one. */
  ask(question: Question, times: number): Promise<{ ms: number; answer: number }>;
  /** The duration of each repeated change, without the first one. */
  react(times: number): Promise<readonly number[]>;
  diskBytes(): Promise<number>;
};

/** Offers the store of this page. It receives what the bench's server has under `/pages/`. */
export function offer(store: Store): void {
  const read = async (path: string): Promise<ChangesPage | null> => {
    const answer = await fetch(path);
    return answer.ok ? ((await answer.json()) as ChangesPage) : null;
  };
  let changed = 0;
  const changes = async (kind: 'delta' | 'one') => {
    changed += 1;
    const page = await read(`/${kind}/${Date.now()}${String(changed).padStart(3, '0')}`);
    if (page === null) throw new Error('the bench has no changes');
    return page;
  };
  const page: BenchPage = {
    started: location.search === '?start' ? store.firstRows().then(() => performance.now()) : null,
    async firstSync() {
      const began = performance.now();
      let at = -1;
      const rows = await store.firstSync(() => read(`/pages/${(at += 1)}`));
      const ms = performance.now() - began;
      await store.settle?.();
      return { ms, rows };
    },
    async delta() {
      const delta = await changes('delta');
      const ms = await timed(() => store.apply(delta));
      await store.settle?.();
      return ms;
    },
    async ask(question, times) {
      const answer = await store[question](0);
      const all: number[] = [];
      for (let time = 1; time <= times; time += 1) all.push(await timed(() => store[question](time)));
      return { ms: medianOf(all), answer };
    },
    async react(times) {
      const all: number[] = [];
      for (let time = 0; time <= times; time += 1) {
        const one = await changes('one');
        all.push(await timed(() => store.react(one)));
      }
      return all.slice(1);
    },
    async diskBytes() {
      return (await navigator.storage.estimate()).usage ?? 0;
    },
  };
  (globalThis as { bench?: BenchPage }).bench = page;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

function medianOf(values: readonly number[]): number {
  return [...values].sort((left, right) => left - right)[Math.floor(values.length / 2)] ?? Number.NaN;
}
