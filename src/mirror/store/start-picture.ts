// How a screen looked when it was last at rest, for the next start to show until the application has drawn it anew (S148).

/** The screens of which a picture is kept, by their address. */
const PICTURED = { '/admin/home': 'homePicture', '/admin/manage-documents': 'listPicture' } as const;

/** What an address may say beside the screen: how the installed application was started. */
const PLAIN = ['', '?origem=app'];

export type PictureName = (typeof PICTURED)[keyof typeof PICTURED];

export type StartPicture = {
  readonly format: number;
  /** What the mirror held (`stateOf`). */
  readonly state: string;
  /** Epoch ms from which, and up to which, the screen looks like this: after that another day or greeting is due. */
  readonly fromMs: number;
  readonly untilMs: number;
  /** CSS px: of the window, and of what the page had of it beside a scroll bar. */
  readonly windowWidth: number;
  readonly width: number;
  readonly html: string;
  /** Addresses of the style sheets, in their order. */
  readonly sheets: readonly string[];
};

/** Raised when a stored picture gets another form; pictures of another form are not shown. */
export const PICTURE_FORMAT = 1;

/** The notes that grow with every change of what a picture shows. */
export const NOTES = ['documentChanges', 'referenceVersion'] as const;
export type Notes = {
  readonly documentChanges?: { readonly version: number } | undefined;
  readonly referenceVersion?: number | undefined;
};

/** The picture that belongs to an address; undefined for a screen of which none is kept, and for one with a choice in its address. */
export function pictureAt({ pathname, search }: { pathname: string; search: string }): PictureName | undefined {
  return PLAIN.includes(search) ? PICTURED[pathname as keyof typeof PICTURED] : undefined;
}

/** What the mirror holds, as one text to compare. */
export function stateOf({ documentChanges, referenceVersion }: Notes): string {
  return `${documentChanges?.version ?? 0} ${referenceVersion ?? 0}`;
}

/** Whether the screen still looks like this. The notes must be of the same transaction as the picture. */
export function isAsPictured(
  picture: StartPicture | undefined,
  now: { readonly notes: Notes; readonly windowWidth: number; readonly nowMs: number },
): picture is StartPicture {
  return (
    picture?.format === PICTURE_FORMAT &&
    picture.state === stateOf(now.notes) &&
    picture.windowWidth === now.windowWidth &&
    picture.fromMs <= now.nowMs &&
    now.nowMs < picture.untilMs
  );
}
