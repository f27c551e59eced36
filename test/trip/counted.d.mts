/** Forgets what has run until now. */
export function startCounting(): Promise<void>;
/** Paths below src whose functions have run since the last count. */
export function takeCount(): Promise<string[]>;
