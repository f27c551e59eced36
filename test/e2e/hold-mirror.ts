import type { Page } from '@playwright/test';
import type { Device } from './device.ts';

/** How long the other window holds the mirror between two of its own requests, in ms. */
const HELD_MS = 400;

/**
 * Another window holds a store of the mirror in a transaction that does not end before that window
 * closes: nothing can be written there meanwhile.
 */
export async function holdMirror({ context, network }: Pick<Device, 'context' | 'network'>, store: string) {
  const other: Page = await context.newPage();
  other.once('close', network.add({ path: /^\/held/, fault: { kind: 'delay', ms: HELD_MS } }));
  // A page of this origin that does not run the application.
  await other.goto(`${network.url}/health`);
  await other.evaluate(async (name) => {
    const names = (await indexedDB.databases()).flatMap((one) =>
      /^malote-\d+$/.test(one.name ?? '') ? [one.name] : [],
    );
    const opening = indexedDB.open(names[0] ?? '');
    await new Promise((resolve) => opening.addEventListener('success', resolve));
    const rows = opening.result.transaction(name, 'readwrite').objectStore(name);
    await new Promise<void>((held) => {
      const again = (): void => {
        rows.count().addEventListener('success', () => {
          held();
          // The transaction stays open while its handler runs: the handler waits without using the
          // processor.
          const waiting = new XMLHttpRequest();
          waiting.open('GET', '/held', false);
          waiting.send();
          again();
        });
      };
      again();
    });
  }, store);
  return other;
}
