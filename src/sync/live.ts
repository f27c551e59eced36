// The server's hint that there is something to pull: one stream of server-sent events per device,
// held by the tab that has the lock. The other tabs see in the database what that tab pulls. It is
// only a hint: without it, the poll and the other triggers do the same work later.

import { PATHS } from '#contract/paths.ts';
import { backoffMs } from './backoff.ts';
import type { SyncRuntime } from './runtime.ts';

/** One open stream. `lost` is called once, when the stream will not reconnect by itself. */
export type OpenStream = (
  url: string,
  on: { readonly more: () => void; readonly lost: () => void },
) => { close(): void };

type LiveParts = {
  readonly runtime: Pick<SyncRuntime, 'locks' | 'setTimer' | 'random' | 'baseUrl' | 'mirror'>;
  readonly openStream: OpenStream;
  /** Called at each hint, and when a stream opens: changes made before that have sent no hint. */
  readonly onMore: () => void;
};

/** Listens until stopped. A tab that waits for the lock takes over when its holder closes. */
export function listenLive({ runtime, openStream, onMore }: LiveParts): { stop(): void } {
  let end: () => void = () => undefined;
  const stopped = new Promise<void>((resolve) => {
    end = resolve;
  });
  let over = false;

  async function hold(): Promise<void> {
    if (over) return;
    let failures = 0;
    let stream: { close(): void } | null = null;
    let cancel: () => void = () => undefined;
    const open = () => {
      stream = openStream(runtime.baseUrl + PATHS.events, {
        more() {
          failures = 0;
          onMore();
        },
        lost() {
          stream?.close();
          failures += 1;
          cancel = runtime.setTimer(open, backoffMs(failures, runtime.random()));
        },
      });
    };
    open();
    await stopped;
    cancel();
    // The compiler does not see that `open` assigns `stream`.
    (stream as { close(): void } | null)?.close();
  }

  const lock = `live:${runtime.mirror.name}`;
  void runtime.locks.request(lock, { mode: 'exclusive', ifAvailable: false, work: hold });
  return {
    stop() {
      over = true;
      end();
    },
  };
}

/**
 * The browser's EventSource. It reconnects by itself after a cut, but not after an error answer
 * (401, 503).
 */
export const browserStream: OpenStream = (url, on) => {
  const source = new EventSource(url, { withCredentials: true });
  source.addEventListener('open', on.more);
  source.addEventListener('more', on.more);
  source.addEventListener('error', () => {
    if (source.readyState === EventSource.CLOSED) on.lost();
  });
  return { close: () => source.close() };
};
