import type { PageAnswer, PageWork, WorkName } from './page-messages.ts';

export type PageWorker = {
  /** Rejects when the picture could not be read, or after `close`. */
  readonly ask: <Name extends WorkName>(name: Name, ask: PageWork[Name]['ask']) => Promise<PageWork[Name]['answer']>;
  readonly close: () => void;
};

type Waiting = { readonly resolve: (answer: never) => void; readonly reject: (error: Error) => void };

/** Whether this browser can work on pictures beside the page; it can since 2023 (iOS 16.4). */
export function canMakePages(): boolean {
  return typeof OffscreenCanvas === 'function' && typeof createImageBitmap === 'function';
}

/** Starts the worker of the pages, which takes one request at a time. */
export function openPageWorker(): PageWorker {
  const worker = new Worker(new URL('./pages-worker.ts', import.meta.url), { type: 'module' });
  const waiting = new Map<number, Waiting>();
  let count = 0;
  const fail = (why: string) => {
    for (const { reject } of waiting.values()) reject(new Error(why));
    waiting.clear();
  };
  worker.addEventListener('message', ({ data }: MessageEvent<PageAnswer>) => {
    const asked = waiting.get(data.id);
    waiting.delete(data.id);
    if ('failed' in data) asked?.reject(new Error(data.failed));
    else asked?.resolve(data.answer as never);
  });
  worker.addEventListener('error', (event) => fail(event.message));
  return {
    ask: (name, ask) =>
      new Promise((resolve, reject) => {
        count += 1;
        waiting.set(count, { resolve, reject });
        worker.postMessage({ id: count, name, ask });
      }),
    close: () => {
      worker.terminate();
      fail('The pages were closed');
    },
  };
}
