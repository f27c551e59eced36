import { useEffect, useMemo } from 'react';
import { openPageWorker, type PageWorker } from './page-work.ts';

/** The worker of the pages while they are on screen. */
export function usePageWorker(): PageWorker {
  const worker = useMemo(() => lazyWorker(), []);
  useEffect(() => () => worker.close(), [worker]);
  return worker;
}

/** Starts with the first request, and again after it was closed: React may run an effect's end and begin anew. */
function lazyWorker(): PageWorker {
  let opened: PageWorker | null = null;
  return {
    ask: (name, ask) => (opened ??= openPageWorker()).ask(name, ask),
    close() {
      opened?.close();
      opened = null;
    },
  };
}
