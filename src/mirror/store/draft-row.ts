// Forms being written, and the photographs in them that become the pages of a PDF.

/** A point of a picture: fractions of its width and height, from its top left corner. */
export type PicturePoint = { readonly x: number; readonly y: number };

/**
 * A photograph that becomes a page of a PDF, and what its author chose for it. Its file belongs to
 * the draft, or to the command that is made of it, and is no attachment: only the PDF is.
 */
export type DraftPage = {
  readonly fileId: string;
  /** Size of the photograph as it was taken, in bytes; the one that is kept is smaller. */
  readonly takenBytes: number;
  /** Width of the kept photograph in pixels. */
  readonly width: number;
  readonly height: number;
  /** Quarter turns to the right. */
  readonly turns: 0 | 1 | 2 | 3;
  /**
   * Corners of the sheet on the kept photograph: top left, top right, bottom right, bottom left.
   * Null = all of it.
   */
  readonly corners: readonly [PicturePoint, PicturePoint, PicturePoint, PicturePoint] | null;
  readonly isBlackAndWhite: boolean;
};

/**
 * The photographs of which an attachment was made, so that its author can turn it into pages again
 * until it is registered (S187).
 */
export type JoinedPages = { readonly fileId: string; readonly pages: readonly DraftPage[] };

/**
 * A form being written (rule C16). `id`: `create`, `reply:<document key>`, `manage:<collection>:…`
 * or `profile:…` (mirror/keep/drafts.ts).
 */
export type DraftRow = {
  readonly id: string;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly fileIds: readonly string[];
  /** Photographs that are not an attachment yet, in the order of their pages. */
  readonly pages?: readonly DraftPage[];
  /** Ids of files: photographs as they were taken, chosen or shared, that are no pages yet. */
  readonly photos?: readonly string[];
  readonly retakes?: Retakes;
  /**
   * The photographs of attachments. Some of their files may be missing, because a full device drops
   * them (mirror/keep/make-space.ts).
   */
  readonly joined?: readonly JoinedPages[];
  /**
   * Of a reply: the mark of the document that its author saw (S206). Rows of older versions have
   * none.
   */
  readonly mark?: string;
  readonly savedAtMs: number;
};

/**
 * By the id of a photograph that is not a page yet: the file of the page that it replaces. A
 * photograph that replaces none becomes the last page.
 */
export type Retakes = Readonly<Record<string, string>>;

/** The pages of a draft of which no attachment was made yet. */
export function pagesOf(draft: Pick<DraftRow, 'pages'> | null | undefined): readonly DraftPage[] {
  return draft?.pages ?? [];
}

/** The photographs of a draft that are no pages yet. */
export function photosOf(draft: Pick<DraftRow, 'photos'> | null | undefined): readonly string[] {
  return draft?.photos ?? [];
}

/** Which photographs replace a page, without those that have become pages or were deleted. */
export function retakesOf({ photos, retakes }: Pick<DraftRow, 'photos' | 'retakes'>): Retakes {
  return Object.fromEntries(Object.entries(retakes ?? {}).filter(([photo]) => photos?.includes(photo)));
}

type WithJoined = { readonly joined?: readonly JoinedPages[] } | null | undefined;

/** The photographs of which attachments of a draft or a command were made. */
export function joinedOf(row: WithJoined): readonly JoinedPages[] {
  return row?.joined ?? [];
}

/** File ids of the photographs of which attachments were made. */
export function joinedPicturesOf(row: WithJoined): string[] {
  return joinedOf(row).flatMap(({ pages }) => pages.map((page) => page.fileId));
}

/** File ids of the photographs of which no attachment was made yet. */
export function loosePicturesOf(draft: Pick<DraftRow, 'pages' | 'photos'> | null | undefined): string[] {
  return [...pagesOf(draft).map((page) => page.fileId), ...photosOf(draft)];
}

/** File ids of all photographs of a draft. */
export function picturesOf(draft: Pick<DraftRow, 'pages' | 'photos' | 'joined'> | null | undefined): string[] {
  return [...loosePicturesOf(draft), ...joinedPicturesOf(draft)];
}
