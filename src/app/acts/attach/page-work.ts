import type { PageAnswer, PageWork, WorkName } from './page-messages.ts';

export type PageWorker = {
  /**
   * Rejects with UnreadablePicture, with PagesClosed after `close`, and with another error when the
   * worker does not run or had no memory for the picture.
   */
  readonly ask: <Name extends WorkName>(name: Name, ask: PageWork[Name]['ask']) => Promise<PageWork[Name]['answer']>;
  readonly close: () => void;
};

/** The picture is not on the device or could not be decoded. */
export class UnreadablePicture extends Error {}

/** The pages were closed before the work was done. */
export class PagesClosed extends Error {}

type Waiting = { readonly resolve: (answer: never) => void; readonly reject: (error: Error) => void };

/** Whether this browser can work on pictures in a worker. Browsers can since 2023 (iOS 16.4). */
export function canMakePages(): boolean {
  return typeof OffscreenCanvas === 'function' && typeof createImageBitmap === 'function';
}

/** Starts the worker that makes pages of a PDF. It takes one request at a time. */
export function openPageWorker(): PageWorker {
  const worker = new Worker(new URL('./pages-worker.ts', import.meta.url), { type: 'module' });
  const waiting = new Map<number, Waiting>();
  let count = 0;
  const fail = (why: Error) => {
    for (const { reject } of waiting.values()) reject(why);
    waiting.clear();
  };
  worker.addEventListener('message', ({ data }: MessageEvent<PageAnswer>) => {
    const asked = waiting.get(data.id);
    waiting.delete(data.id);
    if ('failed' in data)
      asked?.reject(data.isUnreadable ? new UnreadablePicture(data.failed) : new Error(data.failed));
    else asked?.resolve(data.answer as never);
  });
  worker.addEventListener('error', (event) => fail(new Error(event.message)));
  return {
    ask: (name, ask) =>
      new Promise((resolve, reject) => {
        count += 1;
        waiting.set(count, { resolve, reject });
        worker.postMessage({ id: count, name, ask });
      }),
    close: () => {
      worker.terminate();
      fail(new PagesClosed());
    },
  };
}
