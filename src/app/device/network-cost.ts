// What the browser says about the cost of the network; Firefox and Safari say nothing.

type NetworkInformation = { readonly type?: string; readonly saveData?: boolean };

/**
 * Whether its person pays for each byte, or asked to save them. False where the browser does not
 * say.
 */
export function isMetered(): boolean {
  const { connection } = navigator as { readonly connection?: NetworkInformation };
  return connection?.saveData === true || connection?.type === 'cellular';
}

const REST_MS = 2_000;

/** Resolves when the browser has nothing else to do; after two seconds where it does not tell. */
export function atRest(): Promise<void> {
  return new Promise((resolve) => {
    if (typeof requestIdleCallback === 'function') requestIdleCallback(() => resolve());
    else setTimeout(resolve, REST_MS);
  });
}
