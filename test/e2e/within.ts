/** Every browser call has an end: some never settle (libraries, traps under Playwright). */
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

/** Asks again until the answer is not null or undefined; the last error is the reason given when time is up. */
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
