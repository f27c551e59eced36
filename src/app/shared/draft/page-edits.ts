// Changes of the pages of a draft. Each names files, never positions: the pages may have changed
// between what was on screen and the change. Pure.

import type { DraftPage } from '#mirror/store/draft-row.ts';

/**
 * `page` in place of the page of the file `replaces`, or as the last page when no such page is
 * there any more.
 */
export function withPage(
  pages: readonly DraftPage[],
  { page, replaces }: { page: DraftPage; replaces: string | null },
): readonly DraftPage[] {
  const place = pages.findIndex((one) => one.fileId === replaces);
  return place === -1 ? [...pages, page] : pages.with(place, page);
}

/** `fileIds`: the files of the pages that go. */
export function withoutPages(pages: readonly DraftPage[], fileIds: readonly string[]): readonly DraftPage[] {
  return pages.filter((one) => !fileIds.includes(one.fileId));
}

/**
 * `fileIds`: the order of the pages. A page that is not in it was added later and comes last; an id
 * without a page stays removed.
 */
export function inOrder(pages: readonly DraftPage[], fileIds: readonly string[]): readonly DraftPage[] {
  const named = fileIds.flatMap((id) => pages.find((page) => page.fileId === id) ?? []);
  return [...named, ...withoutPages(pages, fileIds)];
}
