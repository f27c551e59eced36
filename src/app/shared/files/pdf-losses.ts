// What the library leaves out of a page without a word: it sends an image that it could not decode as nothing, and draws on.

/** What the library's worker sends to the page, as far as it is read here. */
type FromDrawing = { readonly action?: unknown; readonly data?: unknown };

export type Losses = {
  /** Whether something of this page (from 1) could not be decoded. An image that several pages share counts for all of them. */
  readonly isLost: (place: number) => boolean;
};

/** Watches the messages of the library's worker. They are no part of its documentation: a browser test holds their form. */
export function watchLosses(port: Pick<Worker, 'addEventListener'>): Losses {
  const pages = new Set<number>();
  let isSharedLost = false;
  port.addEventListener('message', ({ data: message }: MessageEvent<FromDrawing>) => {
    const data: readonly unknown[] = Array.isArray(message.data) ? message.data : [];
    // [name, index of the page, kind, image], and without the index where pages share it.
    if (message.action === 'obj' && data[2] === 'Image' && data[3] === null && typeof data[1] === 'number')
      pages.add(data[1] + 1);
    if (message.action === 'commonobj' && data[1] === 'Image' && data[2] === null) isSharedLost = true;
  });
  return { isLost: (place) => isSharedLost || pages.has(place) };
}
