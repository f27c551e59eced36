import { type ComponentType, lazy } from 'react';

const Nothing = () => null;

/**
 * A component that a screen can do without, in a file of its own. When that file cannot be had, nothing is drawn in its
 * place, because a failure would take the whole screen with it.
 */
export function lazyHelper(load: () => Promise<ComponentType>): ComponentType {
  return lazy(async () => ({ default: await load().catch(() => Nothing) }));
}
