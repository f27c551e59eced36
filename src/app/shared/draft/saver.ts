// When a form saves itself (rule C16, experience T22): soon after a pause, and while typing goes on at least this often, so
// that a browser killed in the middle costs half a sentence at most. Time is injected; what is written is the caller's.

/** A pause this long is the end of a word or a thought. */
export const PAUSE_MS = 250;
/** Nothing typed is older than this without having been saved. */
export const LONGEST_MS = 800;

type SaverParts<Value> = {
  /** Resolves once `value` is durable. */
  readonly write: (value: Value) => Promise<void>;
  /** Epoch ms. */
  readonly clock: () => number;
  /** Runs `work` once after `delayMs`; the answer cancels it. */
  readonly setTimer: (work: () => void, delayMs: number) => () => void;
};

export type Saver<Value> = {
  /** `value` is what there is to be saved from now on. */
  readonly changed: (value: Value) => void;
  /** Saves now what is not saved yet; resolves when everything is durable. Throws what `write` throws. */
  readonly flush: () => Promise<void>;
  /** Somebody else owns the draft from here on: nothing is saved any more, until `resume`. */
  readonly release: () => void;
  readonly resume: () => void;
};

type Unsaved<Value> = { readonly value: Value; readonly sinceMs: number };

export function createSaver<Value>({ write, clock, setTimer }: SaverParts<Value>): Saver<Value> {
  let unsaved: Unsaved<Value> | null = null;
  let isReleased = false;
  let saving: Promise<void> = Promise.resolve();
  let cancel: () => void = () => undefined;

  async function save(taken: Unsaved<Value>): Promise<void> {
    unsaved = null;
    try {
      await write(taken.value);
    } catch (error) {
      unsaved ??= taken;
      throw error;
    }
  }
  function flush(): Promise<void> {
    cancel();
    if (unsaved !== null && !isReleased) saving = save(unsaved);
    return saving;
  }
  function arm(sinceMs: number): void {
    cancel();
    const longest = sinceMs + LONGEST_MS - clock();
    // What could not be saved is tried again with the next change, and said when it is sent.
    cancel = setTimer(() => void flush().catch(() => undefined), Math.max(0, Math.min(PAUSE_MS, longest)));
  }

  return {
    changed(value) {
      const sinceMs = unsaved?.sinceMs ?? clock();
      unsaved = { value, sinceMs };
      arm(sinceMs);
    },
    flush,
    release() {
      isReleased = true;
      cancel();
    },
    resume() {
      isReleased = false;
      if (unsaved !== null) arm(unsaved.sinceMs);
    },
  };
}
