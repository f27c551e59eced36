import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';

const Nothing = () => null;

/**
 * A component that a screen can do without, in a file of its own. While that file is on its way `meanwhile` stands in its place, and
 * nothing where it cannot be had, because a failure would take the whole screen with it.
 */
export function lazyHelper(load: () => Promise<ComponentType>, meanwhile: ReactNode = null): ComponentType {
  const Helper = lazy(async () => ({ default: await load().catch(() => Nothing) }));
  return function LazyHelper() {
    return (
      <Suspense fallback={meanwhile}>
        <Helper />
      </Suspense>
    );
  };
}
