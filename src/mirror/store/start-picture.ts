// How a screen looked when it was last at rest, for the next start to show until the application has drawn it anew (S148).

import type { SessionUser } from '#contract/session.ts';

/** The screens of which a picture is kept, by their path. */
const PICTURED = { '/admin/home': 'homePicture', '/admin/manage-documents': 'listPicture' } as const;

/** What an address may say beside its path: how the installed application was started. */
const PLAIN = ['', '?origem=app'];

export type PictureName = (typeof PICTURED)[keyof typeof PICTURED];

export type StartPicture = {
  readonly format: number;
  /** What the mirror held (`stateOf`). */
  readonly state: string;
  /** What the page was made for: a version of the application and the size of a window. */
  readonly page: string;
  /** Epoch ms from which, and up to which, the screen looks like this: after that another day or greeting is due. */
  readonly fromMs: number;
  readonly untilMs: number;
  /** CSS px that the screen had of the window beside a scroll bar. */
  readonly width: number;
  readonly html: string;
  /** Addresses of the style sheets, in their order. */
  readonly sheets: readonly string[];
};

/** Raised when a stored picture gets another form; pictures of another form are not shown. */
export const PICTURE_FORMAT = 1;

/** What the mirror has to say of what a picture shows: two notes that grow with every change, and the person. */
export const NOTES = ['documentChanges', 'referenceVersion', 'session'] as const;
export type Notes = {
  readonly documentChanges?: { readonly version: number } | undefined;
  readonly referenceVersion?: number | undefined;
  readonly session?: SessionUser | undefined;
};

/** The picture that belongs to a path; undefined for a screen of which none is kept. */
export function pictureAt(pathname: string): PictureName | undefined {
  return PICTURED[pathname as keyof typeof PICTURED];
}

/** Whether the rest of an address chooses nothing: only of such a screen there is a picture. `search`: with its `?`. */
export function choosesNothing(search: string): boolean {
  return PLAIN.includes(search);
}

/** What the mirror holds, as one text to compare. */
export function stateOf({ documentChanges, referenceVersion, session }: Notes): string {
  const person = session && { ...session, server_time: '' };
  return JSON.stringify([documentChanges?.version ?? 0, referenceVersion ?? 0, person ?? null]);
}

/** Whether the screen still looks like this. The notes must be of the same transaction as the picture. */
export function isAsPictured(
  picture: StartPicture | undefined,
  now: { readonly notes: Notes; readonly page: string; readonly nowMs: number },
): picture is StartPicture {
  return (
    picture?.format === PICTURE_FORMAT &&
    picture.state === stateOf(now.notes) &&
    picture.page === now.page &&
    picture.fromMs <= now.nowMs &&
    now.nowMs < picture.untilMs
  );
}
