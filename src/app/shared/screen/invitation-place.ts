import { watchedValue } from '#ui/base/watched-value.ts';

/** The place under the greeting of the home, where the frame may put an invitation. */
export const invitationPlace = watchedValue<HTMLElement | null>(null);

/** Called with the element of the place, and with null when it goes. */
export function holdInvitation(place: HTMLElement | null): void {
  invitationPlace.set(place);
}
