// What happens to a page: it becomes visible or hidden, returns from the browser's cache, gets a
// message of the worker, or the browser believes to be online. A worker has no such signals.

import type { FromWorker } from '#contract/worker-messages.ts';

export type PageSignal = 'seen' | 'hidden' | 'back' | 'online' | 'worker-drained' | 'worker-full';

export type PageSignals = {
  isVisible(): boolean;
  listen(listener: (signal: PageSignal) => void): () => void;
};

type DocumentLike = EventTarget & { readonly visibilityState: string };

export const browserPage: PageSignals = {
  isVisible: () => documentOf()?.visibilityState !== 'hidden',
  listen(listener) {
    const page = documentOf();
    const seen = () => listener(page?.visibilityState === 'hidden' ? 'hidden' : 'seen');
    const back = () => listener('back');
    const online = () => listener('online');
    const told = (event: Event) => {
      const { type } = (event as MessageEvent<Partial<FromWorker>>).data;
      if (type === 'drained' || type === 'full') listener(`worker-${type}`);
    };
    const worker = (navigator as { serviceWorker?: EventTarget }).serviceWorker;
    page?.addEventListener('visibilitychange', seen);
    globalThis.addEventListener('pageshow', back);
    globalThis.addEventListener('online', online);
    worker?.addEventListener('message', told);
    return () => {
      page?.removeEventListener('visibilitychange', seen);
      globalThis.removeEventListener('pageshow', back);
      globalThis.removeEventListener('online', online);
      worker?.removeEventListener('message', told);
    };
  },
};

function documentOf(): DocumentLike | undefined {
  return (globalThis as { document?: DocumentLike }).document;
}
