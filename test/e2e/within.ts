/** Waits for `work` at most `ms`, because some calls of browser libraries never settle. */
export async function within<T>(ms: number, what: { doing: string; work: Promise<T> }): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`${what.doing}: not done after ${ms} ms`)), ms);
  });
  try {
    return await Promise.race([what.work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Calls `ask` until its result is neither null nor undefined. After `ms` it throws with the last
 * error as the reason.
 */
export async function eventually<T>(
  ms: number,
  what: { doing: string; ask: () => Promise<T | null | undefined> },
): Promise<T> {
  const end = performance.now() + ms;
  let reason: unknown = 'no answer';
  while (performance.now() < end) {
    try {
      const found = await what.ask();
      if (found !== null && found !== undefined) return found;
    } catch (error) {
      reason = error;
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`${what.doing}: not within ${ms} ms: ${String(reason)}`, { cause: reason });
}
