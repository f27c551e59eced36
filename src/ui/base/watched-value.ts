// A value that is kept outside of React and followed by screens. Every such value uses this
// mechanism.

import { useSyncExternalStore } from 'react';

export type Watched<Value> = {
  readonly current: () => Value;
  /** Calls the listener after every change. Returns the function that ends it. */
  readonly subscribe: (listener: () => void) => () => void;
};

export type WatchedValue<Value> = Watched<Value> & { readonly set: (next: Value) => void };

/** Setting the same value again calls no listener. */
export function watchedValue<Value>(first: Value): WatchedValue<Value> {
  let value = first;
  const listeners = new Set<() => void>();
  return {
    current: () => value,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    set(next) {
      if (Object.is(next, value)) return;
      value = next;
      for (const listener of listeners) listener();
    },
  };
}

/** The current value; the component renders again when it changes. */
export function useWatched<Value>(watched: Watched<Value>): Value {
  return useSyncExternalStore(watched.subscribe, watched.current);
}
