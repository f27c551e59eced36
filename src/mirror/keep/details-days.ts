/**
 * How long the details of a finished document stay after its last movement, and after a person last
 * opened it, in days.
 */
export const DETAILS_DAYS = 180;
