import { watchedValue } from '#ui/base/watched-value.ts';

/**
 * The element under the greeting of the home that shows the invitation to install, which the frame
 * of the application draws. Null while the home is not on screen.
 */
export const invitationPlace = watchedValue<HTMLElement | null>(null);

/**
 * The `ref` of the element in `invitationPlace`. React calls it with null when the element is
 * removed.
 */
export function holdInvitation(place: HTMLElement | null): void {
  invitationPlace.set(place);
}
