let navigated = false;

/**
 * Whether the person has navigated between screens since the page was loaded. Only then does a
 * screen move the focus.
 */
export function hasNavigated(): boolean {
  return navigated;
}

/** Called by the root layout whenever the path changes. */
export function markNavigated(): void {
  navigated = true;
}
