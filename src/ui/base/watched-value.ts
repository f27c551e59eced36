// A value outside React that screens follow: the one mechanism for it.

import { useSyncExternalStore } from 'react';

export type Watched<Value> = {
  readonly current: () => Value;
  /** Calls after every change; returns how to end it. */
  readonly subscribe: (listener: () => void) => () => void;
};

export type WatchedValue<Value> = Watched<Value> & { readonly set: (next: Value) => void };

/** Setting the value that is there already tells nobody. */
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

/** The value, live. */
export function useWatched<Value>(watched: Watched<Value>): Value {
  return useSyncExternalStore(watched.subscribe, watched.current);
}
