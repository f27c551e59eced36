// When a form saves itself (rule C16, src/app/experience.md, experience T22): soon after a pause in
// typing, and at a fixed interval while typing goes on, so that a browser that is killed in the
// middle costs half a sentence at most. The time is injected, and the caller does the writing.

/** A pause of this length is taken as the end of a word or a thought. */
export const PAUSE_MS = 250;
/** The longest time that typed text may stay unsaved. */
export const LONGEST_MS = 800;

type SaverParts<Value> = {
  /** Resolves once `value` is durable. */
  readonly write: (value: Value) => Promise<void>;
  /** Epoch ms. */
  readonly clock: () => number;
  /** Runs `work` once after `delayMs`. Returns the function that cancels it. */
  readonly setTimer: (work: () => void, delayMs: number) => () => void;
};

export type Saver<Value> = {
  /** Sets the value to be saved from now on. */
  readonly changed: (value: Value) => void;
  /**
   * Saves at once what is not saved yet. Resolves when everything is durable. Throws what `write`
   * throws.
   */
  readonly flush: () => Promise<void>;
  /** From here on another part owns the draft, and nothing is saved until `resume`. */
  readonly release: () => void;
  readonly resume: () => void;
};

type UnsavedValue<Value> = { readonly value: Value; readonly sinceMs: number };

export function createSaver<Value>({ write, clock, setTimer }: SaverParts<Value>): Saver<Value> {
  let unsaved: UnsavedValue<Value> | null = null;
  let isReleased = false;
  let saving: Promise<void> = Promise.resolve();
  let cancel: () => void = () => undefined;

  async function save(taken: UnsavedValue<Value>): Promise<void> {
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
    // A failed save is tried again with the next change, and the failure is shown when the form is
    // sent.
    cancel = setTimer(() => void flush().catch(() => undefined), Math.max(0, Math.min(PAUSE_MS, longest)));
  }

  return {
    changed(value) {
      const sinceMs = unsaved?.sinceMs ?? clock();
      unsaved = { value, sinceMs };
      // A browser that is busy with input holds its timers back, so the change itself saves what
      // has waited long enough.
      if (clock() - sinceMs >= LONGEST_MS) void flush().catch(() => undefined);
      else arm(sinceMs);
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
