// The browser's offer to install (experience P7), kept from the moment it is made until the person asks for it. Only
// Chromium makes one.

type InstallPrompt = Event & { prompt(): Promise<unknown> };

let offered: InstallPrompt | null = null;
const listeners = new Set<() => void>();

function change(next: InstallPrompt | null): void {
  offered = next;
  for (const listener of listeners) listener();
}

/** Called once, as early as possible: the event comes only once a visit. */
export function watchInstallOffer(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    change(event as InstallPrompt);
  });
  addEventListener('appinstalled', () => change(null));
}

export const installOffer = {
  current: (): boolean => offered !== null,
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  /** Shows the browser's own dialog; an offer is good once. */
  async accept(): Promise<void> {
    const prompt = offered;
    change(null);
    await prompt?.prompt();
  },
};
