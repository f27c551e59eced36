/**
 * How long a database may take for its first answer, in ms. A slow phone needs two or three
 * seconds; a database that hangs never answers.
 */
export const PATIENCE_MS = 10_000;

/** The result of `work`; throws `trouble()` when it is late. `work` itself goes on. */
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
