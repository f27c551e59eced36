// What an engine must be able to do for the shared gestures. Every action of a person is a real
// pointer or key event of the engine; everything that a test reads goes through `evaluate`.

export type Point = { readonly x: number; readonly y: number };
export type Size = { readonly width: number; readonly height: number };
export type ColorScheme = 'light' | 'dark';

export type Driver = {
  /** Goes to an address; resolves when its document is parsed. */
  goto(url: string): Promise<void>;
  /** Runs the body of an async function in the page; its `argument` and its result are JSON. */
  evaluate<T>(body: string, argument?: unknown): Promise<T>;
  /** Presses the main button at a point of the viewport. */
  click(point: Point): Promise<void>;
  /** Types key by key into the element that has the focus. */
  type(text: string): Promise<void>;
  press(key: Key): Promise<void>;
  /** Presses a letter with Control. */
  command(letter: 'c' | 'v'): Promise<void>;
  /** Puts files of this machine into the first file input that matches. */
  attach(selector: string, paths: readonly string[]): Promise<void>;
  /** Sets the size of the viewport. */
  resize(size: Size): Promise<void>;
  /** A PNG of the viewport. */
  screenshot(): Promise<Buffer>;
  /** Closes the browser as a person does; the profile stays. */
  close(): Promise<void>;
  /** Sends SIGKILL to every process of the browser; the profile stays. */
  kill(): Promise<void>;
};

export type Key = 'Enter' | 'Tab' | 'Escape' | 'Backspace' | 'End';

export type LaunchOptions = {
  /** The folder that keeps cookies, databases and service workers between launches. */
  readonly profile: string;
  readonly size: Size;
  readonly colorScheme?: ColorScheme;
};

export type EngineName = 'Chromium' | 'Firefox' | 'WebKit';

export type Engine = {
  readonly name: EngineName;
  /** Features of browsers that this engine does not have. */
  readonly lacks: { readonly storageManager: boolean; readonly backgroundSync: boolean };
  launch(options: LaunchOptions): Promise<Driver>;
};

/** Longest time of one call into a browser, in ms; after that it counts as hung. */
export const CALL_MS = 20_000;
/**
 * The bound for `evaluate`. It is shorter because WebKit never answers a script that ran while the
 * page changed, and the caller then asks again.
 */
export const READ_MS = 5_000;
export const LAUNCH_MS = 60_000;
