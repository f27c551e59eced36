import { watchedValue } from '#ui/base/watched-value.ts';

/** The place under the greeting of the home, where the frame may put an invitation. */
export const invitationPlace = watchedValue<HTMLElement | null>(null);
