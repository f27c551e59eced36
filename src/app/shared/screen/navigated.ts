let navigated = false;

/** Whether the person has moved between screens since the page was loaded: only then is focus moved for them. */
export function hasNavigated(): boolean {
  return navigated;
}

/** Called by the root layout whenever the path changes. */
export function markNavigated(): void {
  navigated = true;
}
