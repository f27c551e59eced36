// The messages between the page and the worker that makes pages of a PDF. Pictures are sent as
// Blobs, which are not copied.

import type { DraftPage } from '#mirror/store/draft-row.ts';
import type { Corners } from './sheet-geometry.ts';

/** What an author chose for a page: its turns, its crop, and whether it is black and white. */
export type PageEdits = Pick<DraftPage, 'turns' | 'corners' | 'isBlackAndWhite'>;

/**
 * A photograph as it is kept: upright, smaller, and without what the camera wrote about place and
 * device.
 */
export type PreparedPhoto = {
  readonly picture: Blob;
  readonly width: number;
  readonly height: number;
  /** Corners of the sheet of paper on the photograph; null when none was found. */
  readonly corners: Corners | null;
};

/** A page as it goes into the PDF, and a small copy of it. */
export type RenderedPage = { readonly jpeg: Blob; readonly thumb: Blob };

/** The requests that the worker takes, by name, each with its answer. */
export type PageWork = {
  prepare: { ask: { photo: Blob }; answer: PreparedPhoto };
  /** The photograph to draw corners on: turned, not cropped. */
  view: { ask: { photo: Blob; edits: PageEdits }; answer: ImageBitmap };
  render: { ask: { photo: Blob; edits: PageEdits }; answer: RenderedPage };
  join: { ask: { pages: readonly Blob[] }; answer: Blob };
};
export type WorkName = keyof PageWork;

export type PageRequest = {
  [Name in WorkName]: { readonly id: number; readonly name: Name; readonly ask: PageWork[Name]['ask'] };
}[WorkName];

/**
 * `isUnreadable`: the browser could not decode the picture. Otherwise the picture may be good, and
 * something else failed, such as the memory of the device.
 */
export type PageAnswer = { readonly id: number } & (
  | { readonly answer: unknown }
  | { readonly failed: string; readonly isUnreadable: boolean }
);
