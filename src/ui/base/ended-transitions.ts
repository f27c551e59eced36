import { runAfterTransition } from 'react-aria/private/utils/runAfterTransition';

const nothing = () => undefined;

/**
 * Has the kit let go of elements that were removed while their transition ran. It keeps the element
 * of each transition until its end, and misses the end of all but one of several that are cancelled
 * at once; with the element it keeps the screen that has gone, until somebody asks for the end of
 * transitions the next time. To be called when a screen has gone.
 */
export function forgetEndedTransitions(): void {
  runAfterTransition(nothing);
}
