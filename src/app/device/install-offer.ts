// The browser's offer to install (experience P7), kept from the moment it is made until the person asks for it. Only
// Chromium makes one.

import { watchedValue } from '#ui/base/watched-value.ts';

type InstallPrompt = Event & { prompt(): Promise<unknown> };

const offered = watchedValue<InstallPrompt | null>(null);

/** Called once, as early as possible: the event comes only once a visit. */
export function watchInstallOffer(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    offered.set(event as InstallPrompt);
  });
  addEventListener('appinstalled', () => offered.set(null));
}

export const installOffer = {
  current: (): boolean => offered.current() !== null,
  subscribe: offered.subscribe,
  /** Shows the browser's own dialog; an offer is good once. */
  async accept(): Promise<void> {
    const prompt = offered.current();
    offered.set(null);
    await prompt?.prompt();
  },
};
