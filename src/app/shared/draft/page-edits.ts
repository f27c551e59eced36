// Changes to the photographed pages of a draft. A change names the pages by their files, because
// positions may have changed since the screen was drawn. Pure.

import type { DraftPage } from '#mirror/store/draft-row.ts';

/** Puts `page` in the place of the page whose file is `replaces`, or last when there is none. */
export function withPage(
  pages: readonly DraftPage[],
  { page, replaces }: { page: DraftPage; replaces: string | null },
): readonly DraftPage[] {
  const place = pages.findIndex((one) => one.fileId === replaces);
  return place === -1 ? [...pages, page] : pages.with(place, page);
}

/** The pages without those of the files `fileIds`. */
export function withoutPages(pages: readonly DraftPage[], fileIds: readonly string[]): readonly DraftPage[] {
  return pages.filter((one) => !fileIds.includes(one.fileId));
}

/**
 * The pages in the order of `fileIds`. A page that is not named was added later and comes last. An
 * id whose page was removed is ignored.
 */
export function inOrder(pages: readonly DraftPage[], fileIds: readonly string[]): readonly DraftPage[] {
  const named = fileIds.flatMap((id) => pages.find((page) => page.fileId === id) ?? []);
  return [...named, ...withoutPages(pages, fileIds)];
}
