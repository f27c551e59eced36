// The browser's offer to install (src/app/experience.md, experience P7), kept until the person asks
// for it. Only Chromium makes such an offer.

import { watchedValue } from '#ui/base/watched-value.ts';
import { sharedDevice } from './shared-device.ts';

type InstallPrompt = Event & { prompt(): Promise<unknown> };

const offered = watchedValue<InstallPrompt | null>(null);

/**
 * Keeps the browser's offer. Must be called as early as possible, because the event comes once per
 * visit.
 */
export function watchInstallOffer(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    offered.set(event as InstallPrompt);
  });
  addEventListener('appinstalled', () => offered.set(null));
}

export const installOffer = {
  /**
   * Whether the application can be installed. Never on a shared tablet, which has no owner who
   * could install it for themselves (S95).
   */
  current: (): boolean => offered.current() !== null && sharedDevice.current() === null,
  subscribe(listener: () => void): () => void {
    const ends = [offered.subscribe(listener), sharedDevice.subscribe(listener)];
    return () => ends.forEach((end) => end());
  },
  /** Shows the browser's own dialog; an offer can be used once. */
  async accept(): Promise<void> {
    const prompt = offered.current();
    offered.set(null);
    await prompt?.prompt();
  },
};

// iOS has no offer to install: its users add the application to the home screen by hand
// (src/app/experience.md, experience P8).

/** Whether the application runs from its own icon, on any system. */
export function isInstalled(): boolean {
  return matchMedia('(display-mode: standalone)').matches;
}

/** Whether this is a browser of iOS or iPadOS, where the steps by hand apply. */
export function installsByHand(): boolean {
  const { userAgent, maxTouchPoints } = navigator;
  const isIos = /iPad|iPhone|iPod/u.test(userAgent) || (userAgent.includes('Mac') && maxTouchPoints > 1);
  return isIos && !isInstalled() && sharedDevice.current() === null;
}
