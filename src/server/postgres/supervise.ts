// Starts a database process again when it is killed (out of memory, by mistake) while the server runs (default 17: ready
// in 10 s).

const LOOK_EVERY_MS = 500;

export type Supervision = { readonly end: () => Promise<void> };

/** Looks twice a second. A restart that fails is tried again at the next look. */
export function supervise(process: {
  readonly isGone: () => boolean;
  readonly restart: () => Promise<void>;
  readonly onRestart: () => Promise<void>;
}): Supervision {
  let restarting: Promise<void> | null = null;
  const timer = setInterval(() => {
    if (restarting !== null || !process.isGone()) return;
    restarting = process
      .restart()
      .then(process.onRestart)
      .catch(() => undefined)
      .finally(() => {
        restarting = null;
      });
  }, LOOK_EVERY_MS);
  timer.unref();
  return {
    end: async () => {
      clearInterval(timer);
      await restarting;
    },
  };
}
