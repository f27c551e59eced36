/**
 * The browser's own subscription to push on this device; null without one, and where there is no
 * push.
 */
export async function subscriptionHere(): Promise<PushSubscription | null> {
  const worker = (navigator as { serviceWorker?: ServiceWorkerContainer }).serviceWorker;
  const registration = (await worker?.getRegistration()) as { pushManager?: PushManager } | undefined;
  return (await registration?.pushManager?.getSubscription()) ?? null;
}

/** Ends the subscription in the browser. */
export async function dropPush(): Promise<void> {
  await (await subscriptionHere())?.unsubscribe();
}
