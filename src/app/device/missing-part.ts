// Parts of the application that could not be loaded: the network failed, or a new version has
// replaced them on the server.

const missing = new WeakSet<object>();

/**
 * Remembers the errors of failed `import()`s, so that a screen can tell them from faults of its
 * own. Vite announces each one before it is thrown. The message is changed, because the router
 * recognises such an error by the browser's words and loads the page anew. Without a network that
 * would show the browser's own error page.
 */
export function watchMissingParts(): void {
  addEventListener('vite:preloadError', ({ payload }) => {
    missing.add(payload);
    payload.message = `A part of the application is missing. ${payload.message}`;
  });
}

/** Whether a screen failed because its code could not be loaded. */
export function isMissingPart(error: unknown): boolean {
  return typeof error === 'object' && error !== null && missing.has(error);
}
