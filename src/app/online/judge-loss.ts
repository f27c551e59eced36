import type { Witness } from './unsent-witness.ts';

/**
 * What a login tells of work that waited here: what the browser's note lists, as far as it is gone (S100); without a note, that
 * something may be lost (S118); or nothing.
 */
export type Loss = 'listed' | 'may-be' | 'none';

export type Signs = {
  /** Null where the browser has deleted it, and on a browser that never held anything. */
  readonly witness: Pick<Witness, 'ids'> | null;
  /** The server's cookie says that this browser held the person's data. */
  readonly isKnown: boolean;
  /** Nothing of the person is on this device. */
  readonly isEmpty: boolean;
  /** The application itself has erased what the person had here, and remembers it. */
  readonly isErased: boolean;
};

/** A browser that deletes databases may delete the note with them, because a script wrote it, and the device's facts; not the cookie. */
export function judgeLoss({ witness, isKnown, isEmpty, isErased }: Signs): Loss {
  if (witness !== null) return witness.ids.length > 0 ? 'listed' : 'none';
  return isKnown && isEmpty && !isErased ? 'may-be' : 'none';
}
