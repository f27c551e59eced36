// Whether the application itself is on this device, so that it opens without a network.

import type { ShellState, ToWorker } from '#contract/worker-messages.ts';

const PATIENCE_MS = 60_000;
const MEND: ToWorker = { type: 'mend' };

/**
 * Has the worker compare the kept files with those of its version, and fetch what is gone. Null
 * where no worker answers: there is none in this browser, or it is being installed, or of a version
 * that does not know the question.
 */
export async function mendShell(): Promise<ShellState | null> {
  if (!('serviceWorker' in navigator)) return null;
  const worker = (await navigator.serviceWorker.getRegistration())?.active ?? null;
  if (worker === null) return null;
  const { port1, port2 } = new MessageChannel();
  const answer = new Promise<ShellState | null>((resolve) => {
    port1.onmessage = ({ data }: MessageEvent<ShellState>) => resolve(data);
    setTimeout(() => resolve(null), PATIENCE_MS);
  });
  worker.postMessage(MEND, [port2]);
  return answer.finally(() => port1.close());
}

/** Does it once the page has nothing else to do. */
export function mendShellWhenIdle(): void {
  const mend = () => void mendShell().catch(reportError);
  if ('requestIdleCallback' in window) requestIdleCallback(mend, { timeout: PATIENCE_MS });
  else setTimeout(mend, 10_000);
}
