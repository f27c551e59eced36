import type { PageLink } from '#contract/documents.ts';
import type * as v from 'valibot';

type Link = v.InferOutput<typeof PageLink>;

const ON_EACH_SIDE = 3;
const AT_THE_ENDS = 2;

export type PageFrame = {
  readonly links: Link[];
  readonly prev_page_url: string | null;
  readonly next_page_url: string | null;
};

/**
 * 'Anterior', the pages, 'Próxima' (rule F1): one page has 3 links, two pages have 4. From 14 pages
 * on, the middle is cut to a window around the current page, with '...' where pages are left out.
 * `query` is kept in every address.
 */
export function pageLinks(list: {
  path: string;
  query: Readonly<Record<string, string>>;
  page: number;
  lastPage: number;
}): PageFrame {
  const urlOf = (page: number): string =>
    `${list.path}?${new URLSearchParams({ ...list.query, page: String(page) }).toString()}`;
  const previous = list.page > 1 ? urlOf(list.page - 1) : null;
  const next = list.page < list.lastPage ? urlOf(list.page + 1) : null;
  const pages = shownPages(list.page, list.lastPage).map((page): Link =>
    page === null
      ? { url: null, label: '...', active: false }
      : { url: urlOf(page), label: String(page), active: page === list.page },
  );
  return {
    links: [
      { url: previous, label: 'Anterior', active: false },
      ...pages,
      { url: next, label: 'Próxima', active: false },
    ],
    prev_page_url: previous,
    next_page_url: next,
  };
}

/** Page numbers to show; null stands for a gap. */
function shownPages(page: number, lastPage: number): (number | null)[] {
  const window = ON_EACH_SIDE * 2;
  if (lastPage < window + AT_THE_ENDS * 4) return range(1, lastPage);
  const start = range(1, AT_THE_ENDS);
  const end = range(lastPage - AT_THE_ENDS + 1, lastPage);
  if (page <= window) return [...range(1, window + AT_THE_ENDS), null, ...end];
  if (page > lastPage - window) return [...start, null, ...range(lastPage - window - AT_THE_ENDS + 1, lastPage)];
  return [...start, null, ...range(page - ON_EACH_SIDE, page + ON_EACH_SIDE), null, ...end];
}

function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);
}
