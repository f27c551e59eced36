// What the library leaves out of a page without a word: it sends an image that it could not decode
// as nothing, paints a colour of its own for a run of colours that it does not know, skips a tick
// that does not say how it looks, and draws on.

/** What the library's worker sends to the page, as far as it is read here. */
type FromDrawing = { readonly action?: unknown; readonly data?: unknown };

export type Losses = {
  /**
   * Whether something of this page (from 1) could not be decoded. What several pages share counts
   * for all of them.
   */
  readonly isLost: (place: number) => boolean;
};

/**
 * Watches the messages of the library's worker. They are undocumented: a browser test checks their
 * form.
 */
export function watchLosses(port: Pick<Worker, 'addEventListener'>): Losses {
  const pages = new Set<number>();
  let isSharedLost = false;
  port.addEventListener('message', ({ data: message }: MessageEvent<FromDrawing>) => {
    const data: readonly unknown[] = Array.isArray(message.data) ? message.data : [];
    // [name, index of the page, kind, what it is], and without the index where pages share it.
    const [, place, kind, made] = data;
    if (message.action === 'obj' && typeof place === 'number' && isLost(kind, made)) pages.add(place + 1);
    if (message.action === 'commonobj' && isLost(place, kind)) isSharedLost = true;
  });
  return { isLost: (place) => isSharedLost || pages.has(place) };
}

/** An image is lost as null, a font as its error, a run of colours as a stand-in. */
function isLost(kind: unknown, made: unknown): boolean {
  if (kind === 'Image') return made === null;
  if (kind === 'Font') return typeof made === 'object' && made !== null && 'error' in made;
  return kind === 'Pattern' && Array.isArray(made) && made[0] === 'Dummy';
}

/** An annotation over a page, as the library returns it. */
export type Overlaid = {
  readonly subtype?: string;
  readonly hasAppearance?: boolean;
  readonly checkBox?: boolean;
  readonly radioButton?: boolean;
  readonly fieldValue?: unknown;
  /**
   * For checkboxes and radio buttons: the name of the ticked look. Absent: the file does not define
   * it.
   */
  readonly exportValue?: unknown;
  readonly buttonValue?: unknown;
};

/**
 * Whether something that is seen on paper is not drawn: a tick or a stamp whose look is left to the
 * program.
 */
export function isLeftOut(over: Overlaid): boolean {
  const { fieldValue } = over;
  if (over.subtype === 'Stamp') return over.hasAppearance === false;
  const isTicked = typeof fieldValue === 'string' && fieldValue !== '' && fieldValue !== 'Off';
  if (over.checkBox === true) return isTicked && typeof over.exportValue !== 'string';
  return over.radioButton === true && isTicked && typeof over.buttonValue !== 'string';
}
