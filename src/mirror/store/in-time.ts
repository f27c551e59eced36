/** How long a database may take for its first answer. A slow phone needs two or three seconds; one that hangs never answers. */
export const PATIENCE_MS = 10_000;

/** What `work` comes to, or `trouble()` thrown when it has not come in time. What it was at is not ended by that. */
export function inTime<Result>(work: PromiseLike<Result>, trouble: () => Error): Promise<Result> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(trouble()), PATIENCE_MS);
    const done = () => clearTimeout(timer);
    work.then(
      (result) => {
        done();
        resolve(result);
      },
      (error: unknown) => {
        done();
        reject(error instanceof Error ? error : new Error('not answered', { cause: error }));
      },
    );
  });
}
