import { useRouter } from '@tanstack/react-router';

let navigated = false;

/**
 * Whether the person has navigated between screens since the page was loaded. Only then does a
 * screen move the focus.
 */
export function hasNavigated(): boolean {
  return navigated;
}

/**
 * Goes back to the screen that the person came from, or to `fallback` if the page was loaded on
 * this screen.
 */
export function useWayBack(fallback: string): () => void {
  const router = useRouter();
  return () => {
    if (navigated) router.history.back();
    else void router.navigate({ to: fallback });
  };
}

/** Called by the root layout whenever the path changes. */
export function markNavigated(): void {
  navigated = true;
}
