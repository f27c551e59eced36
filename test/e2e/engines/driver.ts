// What an engine must be able to do for the shared gestures. Everything a person does goes through real pointer and key
// events of the engine; everything that is read goes through `evaluate`.

export type Point = { readonly x: number; readonly y: number };
export type Size = { readonly width: number; readonly height: number };
export type ColorScheme = 'light' | 'dark';

export type Driver = {
  /** Goes to an address; resolves when its document is parsed. */
  goto(url: string): Promise<void>;
  /** Runs the body of an async function in the page; its `argument` and its result are JSON. */
  evaluate<T>(body: string, argument?: unknown): Promise<T>;
  /** A press of the main button at a point of the viewport. */
  click(point: Point): Promise<void>;
  /** Key by key into what has the focus. */
  type(text: string): Promise<void>;
  press(key: Key): Promise<void>;
  /** Puts files of this machine into the first file input that matches. */
  attach(selector: string, paths: readonly string[]): Promise<void>;
  /** Sets the size of the viewport. */
  resize(size: Size): Promise<void>;
  /** A PNG of the viewport. */
  screenshot(): Promise<Buffer>;
  /** Ends as a person closes the application; the profile stays. */
  close(): Promise<void>;
  /** SIGKILL of every process of the browser; the profile stays. */
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
  /** What the application must do without in this engine. */
  readonly lacks: { readonly storageManager: boolean; readonly backgroundSync: boolean };
  launch(options: LaunchOptions): Promise<Driver>;
};

/** How long one call into a browser may take before it counts as hung. */
export const CALL_MS = 20_000;
/** The same for reading the page: WebKit forgets a script that runs while the page changes, and it is asked again. */
export const READ_MS = 5_000;
export const LAUNCH_MS = 60_000;
